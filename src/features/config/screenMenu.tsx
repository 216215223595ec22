import { Button, Skeleton } from '@mantine/core'
import { IconLink, IconRestore } from '@tabler/icons-react'
import { type DragEvent, useEffect, useState } from 'react'
import { SECTIONS } from '../../core/access.ts'
import { menuText } from '../../core/menuText.ts'
import { arrange, isLink, type MenuNode } from '../../core/menuTree.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { shortTime } from '../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import type { Item } from './contract.ts'
import { MenuLine } from './parts/MenuLine.tsx'
import { MenuLineForm } from './parts/MenuLineForm.tsx'
import styles from './parts/menu.module.css'
import { inBlocks, patch, place, placeIn, remove, step } from './parts/tree.ts'
import { useChange, useConfig } from './parts/useConfig.ts'
import { useMenuNames } from './parts/useMenuNames.ts'
import { menuPageText } from './textMenu.ts'

/** The server's menu as administrators arrange it: order, names, drawings, what is shown, and links out of the house. */
export default function MenuScreen() {
  const { data, error, refetch } = useConfig()
  const words = useText(menuPageText)
  const item = data?.find(({ key }) => key === 'menu.tree')
  if (item) return <Editor key={item.version} item={item} />
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <div className={`card ${styles.page}`}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} radius="md" />}
      </div>
    </>
  )
}

function Editor({ item }: { item: Item }) {
  const { language, notify } = useApp()
  const words = useText(menuPageText)
  const { sections } = useText(menuText)
  const { guardLeave } = usePage()
  const nameOf = useMenuNames()
  const stands = arrange(item.value as MenuNode[] | null)
  const [tree, setTree] = useState(stands)
  const [dragged, setDragged] = useState<string>()
  const [editing, setEditing] = useState<MenuNode | 'link'>()
  const [said, setSaid] = useState('')
  const { set, isBusy } = useChange(item)
  const isDirty = JSON.stringify(inBlocks(tree)) !== JSON.stringify(inBlocks(stands))
  useEffect(() => {
    guardLeave(isDirty ? words.leave : null)
    return () => guardLeave(null)
  }, [guardLeave, isDirty, words.leave])

  async function save(value: MenuNode[] | null) {
    try {
      await set(value)
      notify(words.saved, 'success')
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.reason !== 'STALE') notify(failure.message, 'error')
    }
  }
  const reset = async () => {
    if (await confirm(words.resetAsk)) await save(null)
  }
  /** By keyboard; tells where the line has come to. */
  const stepBy = (path: string, by: -1 | 1) => {
    const next = step(tree, path, by)
    setTree(next)
    const outer = next.find((node) => node.path === path)
    const group = next.find(({ children }) => children?.some((child) => child.path === path))
    const among = outer ? next.filter(({ section }) => section === outer.section) : (group?.children ?? [])
    const at = among.findIndex((node) => node.path === path)
    const block = outer ? sections[outer.section!]! : nameOf(group!)
    setSaid(words.moved(nameOf(among[at]!), at + 1, among.length, block))
  }
  const drop = (target: string) => (event: DragEvent) => {
    event.preventDefault()
    if (!dragged) return
    const box = event.currentTarget.getBoundingClientRect()
    setTree(place(tree, dragged, target, event.clientY < box.top + box.height / 2 ? 'before' : 'after'))
  }
  const lineOf = (node: MenuNode, isChild = false) => (
    <MenuLine
      key={node.path}
      node={node}
      isChild={isChild}
      isDragged={dragged === node.path}
      name={nameOf(node)}
      builtInName={nameOf({ path: node.path })}
      onDrag={setDragged}
      onDrop={drop(node.path)}
      onStep={(by) => stepBy(node.path, by)}
      onEdit={() => setEditing(node)}
      onHide={() => setTree(patch(tree, node.path, { isHidden: node.isHidden ? undefined : true }))}
      onRemove={isLink(node.path) ? () => setTree(remove(tree, node.path)) : undefined}
    />
  )
  return (
    <>
      <PageHead
        title={words.title}
        note={
          item.isDefault
            ? words.standard
            : words.changed(item.changedBy ?? words.someone, shortTime(item.changedAt, language))
        }
      >
        {!item.isDefault && (
          <Button
            variant="default"
            leftSection={<IconRestore size={16} stroke={1.6} />}
            disabled={isBusy}
            onClick={() => void reset()}
          >
            {words.reset}
          </Button>
        )}
        <Button variant="default" leftSection={<IconLink size={16} stroke={1.6} />} onClick={() => setEditing('link')}>
          {words.addLink}
        </Button>
      </PageHead>
      <div className={`card ${styles.page}`}>
        <p className={styles.about}>{words.about}</p>
        <p className={styles.about}>{words.note}</p>
        <p className={styles.said} role="status">
          {said}
        </p>
        {SECTIONS.map((section) => {
          const lines = tree.filter((node) => node.section === section)
          return (
            <section
              key={section}
              className={styles.block}
              aria-label={sections[section]}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => {
                // Onto a block without lines: nothing else took it.
                if (dragged && lines.length === 0) setTree(placeIn(tree, dragged, section, 'last'))
              }}
            >
              <h2>{sections[section]}</h2>
              <ul>
                {lines.flatMap((node) => [lineOf(node), ...(node.children ?? []).map((child) => lineOf(child, true))])}
              </ul>
            </section>
          )
        })}
      </div>
      {isDirty && (
        <div className={styles.bar}>
          <Button variant="default" onClick={() => setTree(stands)}>
            {words.discard}
          </Button>
          <Button loading={isBusy} onClick={() => void save(inBlocks(tree))}>
            {words.save}
          </Button>
        </div>
      )}
      {editing && (
        <MenuLineForm
          node={editing === 'link' ? undefined : editing}
          taken={tree.map(({ path }) => path)}
          onClose={() => setEditing(undefined)}
          onDone={(node) => {
            setTree(
              editing === 'link'
                ? [...tree, node]
                : patch(tree, editing.path, {
                    names: node.names,
                    icon: node.icon,
                    section: node.section,
                    path: node.path,
                  }),
            )
          }}
        />
      )}
    </>
  )
}
