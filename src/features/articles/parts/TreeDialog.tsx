import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { ActionIcon, Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import {
  articlesList,
  type Category,
  categoryCreate,
  categoryDelete,
  categoryMove,
  categoryUpdate,
} from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './academy.module.css'
import { useCategories } from './use.ts'

const icon = { size: 16, stroke: 1.6 }

interface Draft {
  id: string | null
  parent: Category | null
  nameZh: string
  nameEn: string
  isDocs: boolean
  version: number
}

/** The tree of categories, two levels deep: names, order, and which are the workplace's documents. */
export function TreeDialog({ onClose }: { onClose(): void }) {
  const { call, language, notify } = useApp()
  const words = useText(screenText).tree
  const refresh = useRefresh(articlesList)
  const { categories } = useCategories()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [fault, setFault] = useState('')
  const nameOf = (one: Category) => (language === 'zh-CN' ? one.nameZh : one.nameEn)

  const change = async (run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run()
      notify(words.done, 'success')
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
      return false
    } finally {
      await refresh()
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft) return
    const fields = { nameZh: draft.nameZh.trim(), nameEn: draft.nameEn.trim(), isDocs: draft.isDocs }
    if (!fields.nameZh || !fields.nameEn) return setFault(words.nameRequired)
    const { id, parent, version } = draft
    const isSaved = await change(() =>
      id
        ? call(categoryUpdate, { params: { id }, body: { ...fields, version } }, { quiet: true })
        : call(categoryCreate, { body: { ...fields, parentId: parent?.id ?? null } }, { quiet: true }),
    )
    if (isSaved) setDraft(null)
  }
  const remove = async (one: Category) => {
    const isSure = await confirm({
      title: words.removeTitle(nameOf(one)),
      body: words.removeBody,
      confirm: words.remove(nameOf(one)),
      isDanger: true,
    })
    if (isSure) await change(() => call(categoryDelete, { params: { id: one.id } }))
  }
  const move = (one: Category, direction: 'up' | 'down') =>
    void change(() => call(categoryMove, { params: { id: one.id }, body: { direction } }))
  const begin = (next: Draft) => {
    setFault('')
    setDraft(next)
  }
  return (
    <Modal opened onClose={onClose} title={words.title} size={560} closeButtonProps={{ 'aria-label': words.close }}>
      <ul style={{ padding: 0, listStyle: 'none' }}>
        {categories.map((one) => (
          <li key={one.id} className={styles.branch} data-child={one.parentId ?? undefined}>
            <span>
              <span className="ellipsis">{nameOf(one)}</span>
              {one.isDocs && <Tag tone="blue">{words.docs}</Tag>}
            </span>
            {!one.parentId && (
              <ActionIcon
                aria-label={words.addChild(nameOf(one))}
                onClick={() => begin({ id: null, parent: one, nameZh: '', nameEn: '', isDocs: false, version: 1 })}
              >
                <IconPlus {...icon} />
              </ActionIcon>
            )}
            <ActionIcon aria-label={words.up(nameOf(one))} onClick={() => move(one, 'up')}>
              <IconArrowUp {...icon} />
            </ActionIcon>
            <ActionIcon aria-label={words.down(nameOf(one))} onClick={() => move(one, 'down')}>
              <IconArrowDown {...icon} />
            </ActionIcon>
            <ActionIcon aria-label={words.edit(nameOf(one))} onClick={() => begin({ ...one, parent: null })}>
              <IconPencil {...icon} />
            </ActionIcon>
            <ActionIcon aria-label={words.remove(nameOf(one))} onClick={() => void remove(one)}>
              <IconTrash {...icon} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {draft ? (
        <form className={styles.branchForm} onSubmit={(event) => void save(event)} noValidate>
          {draft.parent && <small>{words.under(nameOf(draft.parent))}</small>}
          <div className={styles.pair}>
            <TextInput
              label={words.nameZh}
              maxLength={20}
              value={draft.nameZh}
              error={fault || undefined}
              onChange={(event) => setDraft({ ...draft, nameZh: event.currentTarget.value })}
            />
            <TextInput
              label={words.nameEn}
              maxLength={40}
              value={draft.nameEn}
              onChange={(event) => setDraft({ ...draft, nameEn: event.currentTarget.value })}
            />
          </div>
          <Checkbox
            label={words.isDocs}
            checked={draft.isDocs}
            onChange={(event) => setDraft({ ...draft, isDocs: event.currentTarget.checked })}
          />
          <div className={styles.answers}>
            <Button variant="default" onClick={() => setDraft(null)}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.save}</Button>
          </div>
        </form>
      ) : (
        <Button
          mt={12}
          variant="default"
          leftSection={<IconPlus {...icon} />}
          onClick={() => begin({ id: null, parent: null, nameZh: '', nameEn: '', isDocs: false, version: 1 })}
        >
          {words.add}
        </Button>
      )}
    </Modal>
  )
}
