/** Splits a paste or a small CSV file into tasks and links; `bad` is the first line that is neither, from 1. */
export function readLines(typed: string): { links: { distId: string; url: string }[]; bad: number | undefined } {
  const links: { distId: string; url: string }[] = []
  let bad: number | undefined
  for (const [at, raw] of typed
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = raw.trim()
    if (!line || (at === 0 && /^"?(dist_id|任务 ?ID|Task ID)"?\s*[,，\t]/i.test(line))) continue
    const match = /^['"]?([1-9]\d{0,17})\s*"?\s*[,，\t ]\s*"?(\S+?)"?\s*$/.exec(line)
    if (match) links.push({ distId: match[1]!, url: match[2]!.replaceAll('""', '"') })
    else bad ??= at + 1
  }
  return { links, bad }
}
