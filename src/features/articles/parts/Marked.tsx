import { Fragment } from 'react'

/** A text with the searched words marked, whatever their case. */
export function Marked({ text, keyword }: { text: string; keyword: string }) {
  const terms = keyword.trim().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return text
  const pattern = new RegExp(`(${terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  return text
    .split(pattern)
    .map((part, at) => (at % 2 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>))
}
