import type { MouseEvent, ReactNode } from 'react'
import { useApp } from '../hooks/app.ts'

interface PageLinkProps {
  path: string
  search?: Record<string, string>
  className?: string | undefined
  children: ReactNode
}

/** A link to another page of the console; with a modifier key the browser opens it its own way. */
export function PageLink({ path, search = {}, className, children }: PageLinkProps) {
  const { go } = useApp()
  const query = new URLSearchParams(search).toString()
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(path, search)
  }
  return (
    <a className={className} href={query ? `${path}?${query}` : path} onClick={open}>
      {children}
    </a>
  )
}
