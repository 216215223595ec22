import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { ActionIcon, Button, Checkbox, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import { useList, useRefresh } from '../../../kit/list/useList.ts'
import {
  AUDIENCE_ROLES,
  articlesList,
  MAX_PATH_SUMMARY,
  MAX_PATH_TITLE,
  MAX_STEPS,
  type Path,
  pathCreate,
  pathDelete,
  pathMove,
  pathUpdate,
} from '../contract.ts'
import styles from './paths.module.css'
import { pathText } from './pathText.ts'
import { usePaths } from './use.ts'

const icon = { size: 16, stroke: 1.6 }
const OFFERED = '20'

/** The paths in their order, for those who look after them. */
export function PathsDialog({ onClose }: { onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(pathText)
  const refresh = useRefresh(articlesList)
  const { paths } = usePaths()
  const [edited, setEdited] = useState<Path | 'new' | null>(null)
  const change = async (act: () => Promise<unknown>) => {
    try {
      await act()
      notify(words.saved, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const remove = async ({ id, title }: Path) => {
    const question = { title: words.removeTitle(title), body: words.removeBody, confirm: words.confirmRemove }
    if (await confirm({ ...question, isDanger: true })) await change(() => call(pathDelete, { params: { id } }))
  }
  const move = ({ id }: Path, direction: 'up' | 'down') =>
    void change(() => call(pathMove, { params: { id }, body: { direction } }))
  return (
    <Modal opened onClose={onClose} title={words.title} size={560} closeButtonProps={{ 'aria-label': words.close }}>
      {edited ? (
        <PathForm path={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : (
        <>
          <ul className={styles.rows}>
            {paths.map((path, at) => (
              <li key={path.id}>
                <span>
                  <span className="ellipsis">{path.title}</span>
                  <small>{words.articles(path.steps.length)}</small>
                  {!path.setting?.isOnline && <Tag tone="grey">{words.offline}</Tag>}
                </span>
                <ActionIcon aria-label={words.up(path.title)} disabled={at === 0} onClick={() => move(path, 'up')}>
                  <IconArrowUp {...icon} />
                </ActionIcon>
                <ActionIcon
                  aria-label={words.down(path.title)}
                  disabled={at === paths.length - 1}
                  onClick={() => move(path, 'down')}
                >
                  <IconArrowDown {...icon} />
                </ActionIcon>
                <ActionIcon aria-label={words.edit(path.title)} onClick={() => setEdited(path)}>
                  <IconPencil {...icon} />
                </ActionIcon>
                <ActionIcon aria-label={words.remove(path.title)} onClick={() => void remove(path)}>
                  <IconTrash {...icon} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <Button mt={12} variant="default" leftSection={<IconPlus {...icon} />} onClick={() => setEdited('new')}>
            {words.add}
          </Button>
        </>
      )}
    </Modal>
  )
}

interface Step {
  id: string
  title: string
  isOut: boolean
}

function PathForm({ path, onClose }: { path: Path | null; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(pathText)
  const refresh = useRefresh(articlesList)
  const [title, setTitle] = useState(path?.title ?? '')
  const [summary, setSummary] = useState(path?.summary ?? '')
  const [audienceRoles, setRoles] = useState<readonly string[]>(path?.setting?.audienceRoles ?? AUDIENCE_ROLES)
  const [isOnline, setOnline] = useState(path?.setting?.isOnline ?? false)
  const [steps, setSteps] = useState<readonly Step[]>(path?.steps ?? [])
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const names = { leader: words.form.leaders, partner: words.form.partners }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const missing =
      (!title.trim() && words.form.titleRequired) ||
      (audienceRoles.length === 0 && words.form.audienceRequired) ||
      (steps.length === 0 && words.form.stepsRequired)
    if (missing) return setFault(missing)
    const body = {
      ...{ title: title.trim(), summary: summary.trim(), isOnline, articleIds: steps.map(({ id }) => id) },
      audienceRoles: AUDIENCE_ROLES.filter((role) => audienceRoles.includes(role)),
    }
    setBusy(true)
    try {
      const version = path?.setting?.version
      if (path && version)
        await call(pathUpdate, { params: { id: path.id }, body: { ...body, version } }, { quiet: true })
      else await call(pathCreate, { body }, { quiet: true })
      notify(words.saved, 'success')
      await refresh()
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={words.form.title}
        maxLength={MAX_PATH_TITLE}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label={words.form.summary}
        maxLength={MAX_PATH_SUMMARY}
        minRows={2}
        autosize
        value={summary}
        onChange={(event) => setSummary(event.currentTarget.value)}
      />
      <Checkbox.Group label={words.form.audience} value={[...audienceRoles]} onChange={setRoles}>
        <div className={styles.choices}>
          {AUDIENCE_ROLES.map((role) => (
            <Checkbox key={role} value={role} label={names[role]} />
          ))}
        </div>
      </Checkbox.Group>
      <Steps steps={steps} onChange={setSteps} />
      <Checkbox
        label={words.form.isOnline}
        checked={isOnline}
        onChange={(event) => setOnline(event.currentTarget.checked)}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.answers}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

/** The articles of a path: found by title, put in order, taken out. */
function Steps({ steps, onChange }: { steps: readonly Step[]; onChange(steps: readonly Step[]): void }) {
  const words = useText(pathText)
  const [typed, setTyped] = useState('')
  const found = useList(articlesList, {
    ...{ status: 'published', pageSize: OFFERED },
    ...(typed.trim() && { keyword: typed.trim() }),
  })
  const offered = (found.data?.list ?? []).filter(({ articleId }) => !steps.some(({ id }) => id === articleId))
  const add = (id: string | null) => {
    const row = offered.find(({ articleId }) => articleId === id)
    if (row) onChange([...steps, { id: row.articleId, title: row.title, isOut: true }])
    setTyped('')
  }
  const lift = (at: number) => onChange([...steps.slice(0, at - 1), steps[at]!, steps[at - 1]!, ...steps.slice(at + 1)])
  return (
    <>
      <Select
        label={words.form.addArticle}
        placeholder={words.form.pick}
        nothingFoundMessage={words.form.empty}
        searchable
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={add}
        disabled={steps.length >= MAX_STEPS}
        // What fits was found by the server, in title, tags and text.
        filter={({ options }) => options}
        data={offered.map(({ articleId, title }) => ({ value: articleId, label: title }))}
      />
      {steps.length > 0 && (
        <ol className={styles.rows} aria-label={words.form.steps}>
          {steps.map(({ id, title, isOut }, at) => (
            <li key={id}>
              <span>
                <span className="ellipsis">{title}</span>
                {!isOut && <Tag tone="grey">{words.notOut}</Tag>}
              </span>
              <ActionIcon aria-label={words.up(title)} disabled={at === 0} onClick={() => lift(at)}>
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                aria-label={words.down(title)}
                disabled={at === steps.length - 1}
                onClick={() => lift(at + 1)}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
              <ActionIcon
                aria-label={words.takeOut(title)}
                onClick={() => onChange(steps.filter((one) => one.id !== id))}
              >
                <IconX {...icon} />
              </ActionIcon>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
