import { useMemo } from 'react'
import { useText } from '../../../kit/hooks/app.ts'
import { type DiffLine, diff, linesOf, type Piece } from './diff.ts'
import styles from './editor.module.css'
import { editText } from './text.ts'
import type { Fields } from './useDraft.ts'

const NAMED = ['title', 'author', 'digest', 'tags', 'sourceUrl'] as const

/** Two texts of an article, side by side in one: what only the first has in red, what only the second has in green. */
export function DiffView({ before, after }: { before: Fields; after: Fields }) {
  const words = useText(editText)
  const lines = useMemo(() => diff(linesOf(before.html), linesOf(after.html)), [before.html, after.html])
  const fields = NAMED.flatMap((name) => {
    const [a, b] = [before, after].map((one) => (name === 'tags' ? one.tags.join(' · ') : (one[name] ?? '')))
    return a === b ? [] : [{ name, line: diff([a!], [b!]) }]
  })
  const isSame = fields.length === 0 && lines.every(({ kind }) => kind === 'same')
  if (isSame) return <p className={styles.diff}>{words.conflict.same}</p>
  return (
    <div className={styles.diff} data-content>
      {fields.map(({ name, line }) => (
        <div key={name}>
          <b>{words.diff.fields[name]}</b>
          <Lines lines={line} />
        </div>
      ))}
      <b>{words.diff.text}</b>
      <Lines lines={lines} />
    </div>
  )
}

function Lines({ lines }: { lines: DiffLine[] }) {
  return lines.map((line, at) => (
    <p key={at} data-changed={line.kind === 'changed' || undefined}>
      {line.kind === 'same' ? line.text : line.pieces.map((piece, index) => <Part key={index} piece={piece} />)}
    </p>
  ))
}

function Part({ piece }: { piece: Piece }) {
  if (piece.kind === 'removed') return <del>{piece.text}</del>
  if (piece.kind === 'added') return <ins>{piece.text}</ins>
  return piece.text
}
