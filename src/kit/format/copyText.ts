/** Puts text on the clipboard, by a hidden selection where the page may not use the clipboard. True when it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  area.style.cssText = 'position:fixed;opacity:0'
  // Inside the open dialog, if there is one: its focus trap would take the focus from anywhere else.
  const host = document.querySelector('[role=dialog]') ?? document.body
  host.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
