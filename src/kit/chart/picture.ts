/** What a picture needs of a page's style; everything else a still image does without. */
const STYLES = [
  'align-items,background,background-color,background-image,border-top,border-right,border-bottom,border-left,border-radius,border-spacing,bottom,box-sizing,color,column-gap',
  'display,fill,fill-opacity,flex,flex-direction,flex-wrap,font,font-variant-numeric,gap,grid-template-columns,height,inset,justify-content',
  'left,letter-spacing,line-height,list-style,margin,max-width,min-height,min-width,opacity,order,outline,overflow,padding,position,right,row-gap',
  'stroke,stroke-dasharray,stroke-dashoffset,stroke-width,text-align,text-overflow,top,transform,transform-origin,visibility,white-space,width,z-index',
]
  .join()
  .split(',')

const SCALE = 2
const MARGIN = 16

/** A part of the page as a PNG at twice its size, on its ground; what is marked `data-tool` is left out. */
export async function pictureOf(element: HTMLElement, ground: string): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect()
  const [wide, high] = [Math.ceil(width) + 2 * MARGIN, Math.ceil(height) + 2 * MARGIN]
  const copy = stilled(element) as HTMLElement
  copy.style.margin = `${MARGIN}px`
  copy.setAttribute('xmlns', 'http://www.w3.org/1999/xhtml')
  const markup = new XMLSerializer().serializeToString(copy)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><rect width="100%" height="100%" fill="${ground}"/><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`
  const image = new Image()
  // A data address, not a blob: a canvas that has drawn a blob's foreign objects may not be read again.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: wide * SCALE, height: high * SCALE })
  const context = canvas.getContext('2d')!
  context.scale(SCALE, SCALE)
  context.drawImage(image, 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

/** A copy that carries its computed style, so that it looks the same without the page's sheets. */
function stilled(node: Element): Node {
  const copy = node.cloneNode(false) as Element
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return copy
  const computed = getComputedStyle(node)
  copy.setAttribute('style', STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';'))
  copy.removeAttribute('class')
  // A picture has no web fonts: words may run a little wider than they were measured.
  if (node instanceof HTMLElement && node.childElementCount === 0 && node.textContent)
    Object.assign((copy as HTMLElement).style, { width: 'auto', whiteSpace: 'nowrap' })
  for (const child of node.childNodes) {
    if (child instanceof Element) {
      if (!child.hasAttribute('data-tool')) copy.append(stilled(child))
    } else copy.append(child.cloneNode())
  }
  return copy
}
