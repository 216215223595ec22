import { create } from 'zustand'

/** The build this page came from; none where a development server made it. */
const mine = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/** Whether the server has a newer build than the page, and whether the user has put that off. */
export const useBuild = create(() => ({ isOld: false, isPutOff: false }))

/** Reads the build an answer comes from. One that names none says nothing. */
export function noteBuild(response: Response): void {
  const theirs = response.headers.get('x-build')
  if (mine && theirs && theirs !== mine) useBuild.setState({ isOld: true })
}

/** After a file of the page could not be fetched: true when a newer build has taken its place. */
export async function isOutdated(): Promise<boolean> {
  await fetch('/healthz', { cache: 'no-store' }).then(noteBuild, () => undefined)
  if (useBuild.getState().isOld) useBuild.setState({ isPutOff: false })
  return useBuild.getState().isOld
}

// Parts that are fetched later (menus, dialogs) fail here as well as the screens.
window.addEventListener('vite:preloadError', () => void isOutdated())
