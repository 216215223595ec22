import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { CardKind } from '../allowed.ts'
import { screenText } from '../screenText.ts'
import styles from './body.module.css'
import { LiveCard } from './cards.tsx'
import { purify } from './purify.ts'

export interface Heading {
  id: string
  level: number
  text: string
}

interface Place {
  box: HTMLElement
  kind: CardKind
  id: string
}

interface BodyProps {
  html: string
  lang: string
  onHeadings?: (headings: Heading[]) => void
}

/** The text of an article: purified, its pictures fetched with the session, its cards alive. */
export function Body({ html, lang, onHeadings }: BodyProps) {
  const { file, go } = useApp()
  const words = useText(screenText).detail
  const root = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<Place[]>([])
  useLayoutEffect(() => {
    const box = root.current!
    box.replaceChildren(purify(html))
    onHeadings?.(nameHeadings(box))
    setPlaces(
      [...box.querySelectorAll<HTMLElement>('[data-card]')].map((card) => ({
        box: card,
        kind: card.dataset.card as CardKind,
        id: card.dataset.id ?? '',
      })),
    )
    const addresses: string[] = []
    let isCurrent = true
    for (const picture of box.querySelectorAll<HTMLImageElement>('img[data-media]')) {
      file(`/api/articles/media/${picture.dataset.media}`).then(
        (blob) => {
          if (!isCurrent) return
          const address = URL.createObjectURL(blob)
          addresses.push(address)
          picture.src = address
        },
        () => picture.replaceWith(document.createTextNode(`[${words.pictureFailed}]`)),
      )
    }
    return () => {
      isCurrent = false
      for (const address of addresses) URL.revokeObjectURL(address)
    }
  }, [html, file, onHeadings, words.pictureFailed])

  /** A link into the console opens the page here, as every link of it does. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const href = link?.getAttribute('href') ?? ''
    if (!href.startsWith('/') || href.startsWith('/api/') || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const { pathname, searchParams } = new URL(href, location.origin)
    go(pathname, Object.fromEntries(searchParams))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only the links inside are clicked, by mouse or keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div ref={root} className={styles.body} lang={lang === 'zh' ? 'zh-CN' : 'en'} data-content onClick={follow} />
      {places.map(({ box, kind, id }, at) => createPortal(<LiveCard kind={kind} id={id} />, box, String(at)))}
    </>
  )
}

function nameHeadings(box: HTMLElement): Heading[] {
  return [...box.querySelectorAll('h2, h3')].map((heading, at) => {
    heading.id = `part-${at + 1}`
    return { id: heading.id, level: Number(heading.tagName[1]), text: heading.textContent ?? '' }
  })
}
