import { expect, test } from 'vitest'
import { openPage, settle, signIn } from './harness.ts'
import { held, openAndClose, pagesOf, prepareTabs } from './tabWalk.ts'

/** `npm run bench:tabs` opens two hundred. */
const TABS = Number(process.env.TABS ?? 40)
const MAY_GROW = 1.1
/** Machine code of functions that became hot counts as heap and goes on growing long after the first round. */
const INTERPRETED = '--js-flags=--no-opt --no-maglev --no-sparkplug'

test(
  `${TABS} tabs opened and closed leave no more in memory than there was before`,
  async () => {
    const page = await openPage({ flags: [INTERPRETED] })
    await signIn(page, 'admin')
    await settle(page)
    await prepareTabs(page)
    const inspector = await page.context().newCDPSession(page)
    const paths = await pagesOf(page)
    // A first round fetches every screen’s code and leaves its answers in the cache, where they belong.
    await openAndClose(page, paths, paths.length)
    const start = await held(inspector)
    await openAndClose(page, paths, TABS)
    const end = await held(inspector)
    const line = ({ heapMB, nodes, listeners }: typeof start) => `${heapMB} MB, ${nodes} nodes, ${listeners} listeners`
    console.log(`${paths.length} screens, ${TABS} tabs: ${line(start)} before, ${line(end)} after`)
    expect(end.heapMB).toBeLessThanOrEqual(start.heapMB * MAY_GROW)
    expect(end.nodes).toBeLessThanOrEqual(start.nodes * MAY_GROW)
    expect(end.listeners).toBeLessThanOrEqual(start.listeners * MAY_GROW)
    expect(page.complaints).toEqual([])
    await page.context().close()
  },
  60_000 + TABS * 6_000,
)
