/** Saves what the page already holds as a file; what the server holds goes through `App.download`. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}
