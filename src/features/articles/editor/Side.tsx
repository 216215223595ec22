import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Button, Checkbox, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { articlePlace, articlesList, LANGS, MAX_TAGS, mediaUpload } from '../contract.ts'
import { type Audience, AudienceFields } from '../parts/AudienceFields.tsx'
import { Picture } from '../parts/Picture.tsx'
import { useCategories } from '../parts/use.ts'
import { text as listText } from '../text.ts'
import styles from './editor.module.css'
import { editText } from './text.ts'
import type { Fields } from './useDraft.ts'
import type { Loaded } from './useLoaded.ts'

interface AboutProps {
  fields: Fields
  isReadOnly: boolean
  change(part: Partial<Fields>): void
  onLeave(): void
}

/** What is said about the text; part of it, and versioned with it. */
export function About({ fields, isReadOnly, change, onLeave }: AboutProps) {
  const { call } = useApp()
  const words = useText(editText).panel
  const langs = useText(listText).choices.lang
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [fault, setFault] = useState('')
  const upload = async (file: File | undefined) => {
    if (!file) return
    setUploading(true)
    setFault('')
    try {
      change({ coverKey: (await call(mediaUpload, { file }, { quiet: true })).key })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
    } finally {
      setUploading(false)
    }
  }
  return (
    <section className={`card ${styles.panel}`} aria-label={words.about} onBlur={onLeave}>
      <h2>{words.about}</h2>
      <TextInput
        label={words.author}
        maxLength={16}
        disabled={isReadOnly}
        value={fields.author}
        onChange={(event) => change({ author: event.currentTarget.value })}
      />
      <Textarea
        label={words.digest}
        description={words.digestHint}
        maxLength={128}
        rows={3}
        disabled={isReadOnly}
        value={fields.digest}
        onChange={(event) => change({ digest: event.currentTarget.value })}
      />
      <TagsInput
        label={words.tags}
        description={words.tagsHint}
        maxTags={MAX_TAGS}
        disabled={isReadOnly}
        value={fields.tags}
        onChange={(tags) => change({ tags: tags.map((tag) => tag.trim().slice(0, 20)).filter(Boolean) })}
      />
      <NativeSelect
        label={words.lang}
        disabled={isReadOnly}
        value={fields.lang}
        onChange={(event) => change({ lang: event.currentTarget.value as 'zh' | 'en' })}
        data={LANGS.map((value) => ({ value, label: langs[value] }))}
      />
      <TextInput
        label={words.sourceUrl}
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        disabled={isReadOnly}
        value={fields.sourceUrl ?? ''}
        onChange={(event) => change({ sourceUrl: event.currentTarget.value || null })}
      />
      <div className={styles.coverField}>
        <span className={styles.label}>{words.cover}</span>
        {fields.coverKey && <Picture className={styles.coverImage} mediaKey={fields.coverKey} alt="" />}
        <div className={styles.row}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPhoto size={14} stroke={1.6} />}
            loading={isUploading}
            disabled={isReadOnly}
            onClick={() => input.current?.click()}
          >
            {words.coverChoose}
          </Button>
          {fields.coverKey && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={14} stroke={1.6} />}
              disabled={isReadOnly}
              onClick={() => change({ coverKey: null })}
            >
              {words.coverRemove}
            </Button>
          )}
        </div>
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={words.coverChoose}
          onChange={(event) => {
            void upload(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
    </section>
  )
}

/** Where the article stands and who reads it; works at once. */
export function Place({ article, reload }: { article: Loaded; reload(): Promise<unknown> }) {
  const { call, notify } = useApp()
  const words = useText(editText).panel
  const refresh = useRefresh(articlesList)
  const { options } = useCategories()
  const [place, setPlace] = useState(() => ({
    categoryId: article.categoryId,
    isPinned: article.isPinned,
    isMustRead: article.isMustRead,
    isAnnouncement: article.isAnnouncement,
  }))
  const [audience, setAudience] = useState<Audience>({
    audienceRoles: article.audienceRoles as Audience['audienceRoles'],
    audiencePartners: article.audiencePartners,
  })
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const apply = async () => {
    setBusy(true)
    setFault('')
    try {
      await call(
        articlePlace,
        { params: { id: article.id }, body: { ...place, ...audience, version: article.version } },
        { quiet: true },
      )
      notify(words.applied, 'success')
      await reload()
      await refresh()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
      await reload()
    } finally {
      setBusy(false)
    }
  }
  const toggle = (name: 'isPinned' | 'isMustRead' | 'isAnnouncement', label: string) => (
    <Checkbox
      label={label}
      checked={place[name]}
      onChange={(event) => setPlace({ ...place, [name]: event.currentTarget.checked })}
    />
  )
  return (
    <section className={`card ${styles.panel}`} aria-label={words.place}>
      <h2>{words.place}</h2>
      <NativeSelect
        label={words.category}
        value={place.categoryId}
        onChange={(event) => setPlace({ ...place, categoryId: event.currentTarget.value })}
        data={options}
      />
      <AudienceFields value={audience} onChange={setAudience} />
      {toggle('isMustRead', words.mustRead)}
      {toggle('isPinned', words.pinned)}
      {toggle('isAnnouncement', words.announcement)}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button variant="default" loading={isBusy} onClick={() => void apply()}>
        {words.apply}
      </Button>
      <p className={styles.hint}>{words.placeNote}</p>
    </section>
  )
}
