import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { leadsOut } from '../menu.ts'

/** A line of the menu: a page of the console, or an address of the web, which opens beside it. */
export function EntryLink({ path, ...rest }: { path: string } & ComponentPropsWithRef<'a'>) {
  return leadsOut(path) ? <a href={path} target="_blank" rel="noreferrer" {...rest} /> : <Link to={path} {...rest} />
}
