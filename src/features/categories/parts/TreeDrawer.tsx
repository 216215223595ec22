import { Button, CloseButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { RowActions } from '../../../kit/list/RowActions.tsx'
import { DrawerPage, RowDrawer } from '../../../kit/list/RowDrawer.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { categoryDelete, categoryEdit, categoryMove } from '../contract.ts'
import { text } from '../text.ts'
import styles from './categories.module.css'
import { EditForm, MergeForm } from './TreeForms.tsx'
import { nameIn, type Row, type Tree, useNameOf, useRefresh, useTree } from './use.ts'

type Form = { kind: 'add'; parentId: string | null } | { kind: 'edit' | 'merge'; row: Row } | null

/** The category tree and everything that can be done to it. */
export function TreeDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const words = useText(text)
  return (
    <RowDrawer name={words.tree.title} isOpen={isOpen} onClose={onClose}>
      {isOpen && <TreePage onClose={onClose} />}
    </RowDrawer>
  )
}

function TreePage({ onClose }: { onClose(): void }) {
  const { go } = useApp()
  const words = useText(text)
  const { data, error, refetch } = useTree()
  const [form, setForm] = useState<Form>(null)
  return (
    <DrawerPage
      header={
        <div className={styles.drawerHead}>
          <h2>{words.tree.title}</h2>
          <CloseButton aria-label={words.tree.close} onClick={onClose} />
        </div>
      }
      footer={
        <Button
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={() => setForm({ kind: 'add', parentId: null })}
        >
          {words.tree.add}
        </Button>
      }
    >
      <div className={styles.drawerBody}>
        <p className={styles.drawerNote}>
          {words.tree.reclassify}{' '}
          <button type="button" className={styles.open} onClick={() => go('/dashboard/data')}>
            {words.tree.toData}
          </button>
        </p>
        {data ? (
          <ul className={styles.tree}>
            {data.categories.map((row) => (
              <Item key={row.id} row={row} tree={data} onForm={setForm} />
            ))}
          </ul>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={10} />
        )}
      </div>
      {data && form?.kind === 'add' && <EditForm tree={data} parentId={form.parentId} onClose={() => setForm(null)} />}
      {data && form?.kind === 'edit' && <EditForm tree={data} row={form.row} onClose={() => setForm(null)} />}
      {data && form?.kind === 'merge' && <MergeForm tree={data} row={form.row} onClose={() => setForm(null)} />}
    </DrawerPage>
  )
}

function Item({ row, tree, onForm }: { row: Row; tree: Tree; onForm(form: Form): void }) {
  const { call, notify, language } = useApp()
  const words = useText(text)
  const refresh = useRefresh()
  const name = useNameOf()(row)
  const params = { id: row.id }
  const { version } = row
  const act = async (run: () => Promise<unknown>, done: string | null) => {
    try {
      await run()
      if (done) notify(done, 'success')
    } catch (error) {
      // The shell has said why; what somebody else changed is shown.
      if (!(error instanceof CallError)) throw error
    }
    await refresh()
  }
  const siblings = tree.categories.filter(({ parentId }) => parentId === row.parentId)
  const at = siblings.findIndex(({ id }) => id === row.id)
  const move = (direction: 'up' | 'down') => () =>
    act(() => call(categoryMove, { params, body: { version, direction } }), null)
  const remove = async () => {
    if (
      !(await confirm({
        title: words.tree.removeTitle(name),
        body: words.tree.removeBody,
        confirm: words.tree.remove,
        isDanger: true,
      }))
    )
      return
    await act(() => call(categoryDelete, { params, query: { version: String(version) } }), words.tree.removed)
  }
  const aliases = tree.aliases.filter(({ intoId }) => intoId === row.id)
  return (
    <li data-child={row.parentId !== null || undefined}>
      <div className={styles.treeName}>
        <span>
          {name}
          <small className={styles.other}>{language === 'zh-CN' ? row.nameEn : row.nameZh}</small>
        </span>
        {aliases.length > 0 && (
          <small className={styles.alias}>
            {words.tree.aliases(
              aliases
                .map((one) => (one.isDone ? nameIn(one, language) : `${nameIn(one, language)} (${words.tree.moving})`))
                .join(language === 'zh-CN' ? '、' : ', '),
            )}
          </small>
        )}
      </div>
      {row.riskLevel !== 'low' && (
        <Tag tone={row.riskLevel === 'high' ? 'red' : 'orange'}>{words.riskLevels[row.riskLevel]}</Tag>
      )}
      {!row.enabled && <Tag tone="grey">{words.disabled}</Tag>}
      <RowActions
        name={name}
        actions={[
          { label: words.tree.edit, run: () => onForm({ kind: 'edit', row }) },
          ...(row.parentId === null
            ? [{ label: words.tree.addChild, run: () => onForm({ kind: 'add' as const, parentId: row.id }) }]
            : []),
          ...(at > 0 ? [{ label: words.tree.up, run: move('up') }] : []),
          ...(at < siblings.length - 1 ? [{ label: words.tree.down, run: move('down') }] : []),
          {
            label: row.enabled ? words.tree.disable : words.tree.enable,
            run: () =>
              act(() => call(categoryEdit, { params, body: { version, enabled: !row.enabled } }), words.tree.saved),
          },
          { label: words.tree.merge, run: () => onForm({ kind: 'merge', row }) },
          { label: words.tree.remove, isDanger: true, run: remove },
        ]}
      />
    </li>
  )
}
