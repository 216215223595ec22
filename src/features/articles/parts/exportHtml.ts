import { saveFile } from '../../../kit/format/saveFile.ts'
import { purify } from './purify.ts'

interface Exported {
  title: string
  author: string
  lang: string
  html: string
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const STYLE = `body{max-width:760px;margin:40px auto;padding:0 20px;font:16px/1.8 -apple-system,"Segoe UI","PingFang SC","Microsoft YaHei",sans-serif;color:#1d2129}
h1{font-size:26px;line-height:1.4}h2{font-size:20px;margin-top:1.6em}h3{font-size:17px}img{max-width:100%}
blockquote{margin:1em 0;padding:2px 16px;border-left:3px solid #d3d7de;color:#4e5969}pre{padding:12px;background:#f7f8fa;overflow:auto}small{color:#646e7d}`

/** One file that needs nothing else: the purified text with its pictures inside. Cards, which live, are left out. */
export async function exportArticle({ title, author, lang, html }: Exported): Promise<void> {
  const fragment = purify(html)
  for (const card of fragment.querySelectorAll('[data-card]')) card.remove()
  const shown = document.querySelectorAll<HTMLImageElement>('article img[data-media]')
  for (const picture of fragment.querySelectorAll('img')) {
    const drawn = [...shown].find((one) => one.dataset.media === picture.dataset.media)
    const data = drawn?.src ? await dataUrlOf(drawn.src) : null
    if (!data) picture.remove()
    else picture.src = data
    picture.removeAttribute('data-media')
  }
  const box = document.createElement('div')
  box.append(fragment)
  const page = `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p><small>${escaped(author)}</small></p>
${box.innerHTML}
</html>
`
  saveFile(`${title.replace(/[\\/:*?"<>|]/g, '_')}.html`, new Blob([page], { type: 'text/html' }))
}

/** The page already holds the picture: it is drawn once more, and needs no second request. */
async function dataUrlOf(address: string): Promise<string | null> {
  const picture = new Image()
  picture.src = address
  await picture.decode().catch(() => undefined)
  if (!picture.naturalWidth) return null
  const canvas = Object.assign(document.createElement('canvas'), {
    width: picture.naturalWidth,
    height: picture.naturalHeight,
  })
  canvas.getContext('2d')!.drawImage(picture, 0, 0)
  return canvas.toDataURL('image/png')
}
