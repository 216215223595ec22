const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

/** Marks inside a line. Code comes out first and goes back last, so that nothing in it is read as a mark. */
function inline(line: string): string {
  const codes: string[] = []
  return (
    escaped(line)
      .replace(/`([^`]+)`/g, (_, code) => `\u0001${codes.push(code) - 1}\u0001`)
      .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\[([^\]]+)\]\(([^)\s]+)(?:\s+&quot;[^)]*)?\)/g, '<a href="$2">$1</a>')
      .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '<strong>$2</strong>')
      .replace(/~~(?=\S)(.+?)(?<=\S)~~/g, '<s>$1</s>')
      .replace(/\*(?=\S)([^*]+?)(?<=\S)\*/g, '<em>$1</em>')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sign put in above
      .replace(/\u0001(\d+)\u0001/g, (_, at) => `<code>${codes[Number(at)]}</code>`)
  )
}

const LIST_ITEM = /^\s*(?:([-*+])|\d+[.)])\s+(.*)$/

/** The common core of Markdown as HTML: headings, lists, quotes, code, rules, paragraphs. HTML in it is text. */
export function readMarkdown(source: string): string {
  const lines = source
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const out: string[] = []
  let at = 0
  const takeWhile = (test: (line: string) => boolean): string[] => {
    const taken: string[] = []
    while (at < lines.length && test(lines[at]!)) taken.push(lines[at++]!)
    return taken
  }
  while (at < lines.length) {
    const line = lines[at]!
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (!line.trim()) at++
    else if (heading) {
      const level = Math.min(4, Math.max(2, heading[1]!.length))
      out.push(`<h${level}>${inline(heading[2]!)}</h${level}>`)
      at++
    } else if (/^\s*(```|~~~)/.test(line)) {
      const fence = line.trim().slice(0, 3)
      at++
      const code = takeWhile((one) => !one.trim().startsWith(fence))
      at++
      out.push(`<pre><code>${escaped(code.join('\n'))}</code></pre>`)
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      out.push('<hr>')
      at++
    } else if (/^\s*>/.test(line)) {
      const quoted = takeWhile((one) => /^\s*>/.test(one)).map((one) => one.replace(/^\s*>\s?/, ''))
      out.push(`<blockquote>${readMarkdown(quoted.join('\n'))}</blockquote>`)
    } else if (LIST_ITEM.test(line)) {
      const isBullet = !!LIST_ITEM.exec(line)![1]
      const items = takeWhile((one) => LIST_ITEM.test(one) && !!LIST_ITEM.exec(one)![1] === isBullet)
      const tag = isBullet ? 'ul' : 'ol'
      out.push(`<${tag}>${items.map((one) => `<li><p>${inline(LIST_ITEM.exec(one)![2]!)}</p></li>`).join('')}</${tag}>`)
    } else {
      const paragraph = takeWhile(
        (one) => !!one.trim() && !/^(#{1,6}\s|\s*>|\s*(```|~~~))/.test(one) && !LIST_ITEM.test(one),
      )
      out.push(`<p>${paragraph.map((one) => inline(one.trim())).join('<br>')}</p>`)
    }
  }
  return out.join('')
}
