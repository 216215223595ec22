import '@mantine/core/styles/Alert.layer.css'
import '@mantine/tiptap/styles.layer.css'
import { Alert, Button, Menu, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconDots, IconEye, IconFileImport, IconHistory } from '@tabler/icons-react'
import { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { countWords } from '../allowed.ts'
import { articleDuplicate, articleRestore, articlesList, type Draft, draftSave } from '../contract.ts'
import bodyStyles from '../parts/body.module.css'
import { DETAIL } from '../parts/use.ts'
import { type Backup, dropBackup, readBackup } from './backup.ts'
import { CardDialog, ConflictDialog, LinkDialog } from './Dialogs.tsx'
import { isSameText } from './diff.ts'
import styles from './editor.module.css'
import { History } from './History.tsx'
import { type Insert, insertNow } from './inserts.ts'
import { extensions } from './nodes.tsx'
import { cleanPaste } from './paste.ts'
import { SaveNote } from './SaveNote.tsx'
import { About, Place } from './Side.tsx'
import { SlashMenu } from './SlashMenu.tsx'
import { Steps } from './Steps.tsx'
import { Toolbar } from './Toolbar.tsx'
import { editText } from './text.ts'
import { hasPending, insertPictures, picturesOf } from './uploads.ts'
import { type Fields, fieldsOf, useDraft } from './useDraft.ts'
import type { Loaded } from './useLoaded.ts'

const icon = { size: 16, stroke: 1.6 }
type Open = 'link' | 'video' | 'token' | 'history' | null

/** An article being written: its words, what is said about them, where it stands and the steps on. */
export function Workbench({ article, reload }: { article: Loaded; reload(): Promise<unknown> }) {
  const { call, notify, session, go } = useApp()
  const words = useText(editText)
  const page = usePage()
  const refresh = useRefresh(articlesList)
  const { id, draft } = article
  const [fields, setFields] = useState<Fields>(() => fieldsOf(draft))
  const latest = useRef(fields)
  const [open, setOpen] = useState<Open>(null)
  const [stale, setStale] = useState<Backup | null>(null)
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  const hooks = useRef({ touch: () => {}, leave: () => {}, paste: (html: string): string => html })
  /** The last text that was not empty, for whoever cleared it by mistake. */
  const lastText = useRef(draft.html)
  const picker = useRef<HTMLInputElement>(null)
  const importer = useRef<HTMLInputElement>(null)

  // Made once: a page that is hidden behind another tab keeps its text and its undo.
  const [editor] = useState(
    () =>
      new Editor({
        extensions,
        content: draft.html,
        editorProps: {
          attributes: {
            class: bodyStyles.body!,
            'aria-label': words.body,
            role: 'textbox',
            'aria-multiline': 'true',
            spellcheck: 'false',
          },
          handleKeyDown: (_, event) => keys.current?.(event) ?? false,
          transformPastedHTML: (html) => hooks.current.paste(html),
          handlePaste: (_, event) =>
            takeFiles(event.clipboardData?.files, event.clipboardData?.types.includes('text/html')),
          handleDrop: (view, event, __, isMoved) => {
            if (isMoved) return false
            return takeFiles(
              event.dataTransfer?.files,
              false,
              view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos,
            )
          },
        },
        onUpdate: ({ editor: now }) => {
          if (!now.isEmpty) lastText.current = now.getHTML()
          hooks.current.touch()
        },
        onBlur: () => hooks.current.leave(),
      }),
  )
  function takeFiles(list: FileList | undefined, hasText = false, at?: number): boolean {
    const pictures = hasText ? [] : picturesOf(list)
    if (pictures.length > 0) insertPictures(editor, pictures, at)
    return pictures.length > 0
  }

  const read = useCallback((): Fields => ({ ...latest.current, html: textOf(editor) }), [editor])
  const keeper = useDraft({ id, draft, read })
  const { state, lock, touch, leave, save, settle, acceptRevision, askLock } = keeper
  const isReadOnly = lock !== null && !lock.isMine

  hooks.current = {
    touch,
    leave,
    paste: (html) => {
      const { html: cleaned, pictures, outside } = cleanPaste(html)
      if (outside > 0) notify(words.picture.outside(outside), 'info')
      if (pictures.length > 0) queueMicrotask(() => insertPictures(editor, pictures))
      return cleaned
    },
  }
  useEffect(() => {
    if (editor.isEditable === isReadOnly) editor.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])

  const change = (part: Partial<Fields>) => {
    latest.current = { ...latest.current, ...part }
    setFields(latest.current)
    touch()
  }
  /** Puts a whole text on the page without calling it a change of this window. */
  const show = useCallback(
    (next: Fields) => {
      latest.current = fieldsOf(next)
      setFields(latest.current)
      editor.commands.setContent(next.html, { emitUpdate: false })
    },
    [editor],
  )

  // What an earlier window could not bring to the server comes back: at once where the server still has what it was
  // written on, after a look at both where somebody else has written since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the article is opened
  useEffect(() => {
    const backup = readBackup(session!.accessId, id)
    if (!backup) return
    if (isSameText(backup.fields, draft)) return dropBackup(session!.accessId, id)
    if (backup.revision === draft.revision) {
      show(backup.fields)
      touch()
      notify(words.save.restored, 'info')
    } else setStale(backup)
  }, [])

  const isUnsaved = state.kind !== 'saved'
  useEffect(() => {
    page.guardLeave(isUnsaved ? words.leave : null)
    return () => page.guardLeave(null)
  }, [page, isUnsaved, words.leave])

  const keepMine = (theirs: Draft | null) => {
    acceptRevision(theirs?.revision ?? draft.revision)
    if (stale) {
      show(stale.fields)
      setStale(null)
    }
    touch()
    void save()
  }
  /** Theirs goes on the page, mine becomes an article of its own: neither is lost. */
  const takeTheirs = async (theirs: Draft, mine: Fields) => {
    try {
      const copy = await call(articleDuplicate, { params: { id }, body: {} })
      const body = { ...mine, revision: 1, window: keeper.window, isCleared: true }
      await call(draftSave, { params: { id: copy.id }, body })
      notify(words.conflict.copied, 'success')
    } catch (error) {
      if (error instanceof CallError) return
      throw error
    }
    setStale(null)
    show(theirs)
    settle(theirs.revision, theirs.savedAt)
    await refresh()
  }
  const takeOver = async () => {
    const holder = lock?.holder ?? ''
    const question = {
      title: words.lock.takeOverTitle(holder),
      body: words.lock.takeOverBody,
      confirm: words.lock.takeOver,
    }
    if (await confirm(question)) await askLock('takeOver')
  }
  const flush = async (): Promise<number | null> => {
    if (hasPending(editor)) {
      notify(words.state.pictures, 'error')
      return null
    }
    if (await save()) return keeper.revision.current
    notify(words.state.unsaved, 'error')
    return null
  }
  const restore = async (no: number) => {
    if (!(await save())) return notify(words.state.unsaved, 'error')
    try {
      await call(articleRestore, { params: { id }, body: { no, revision: keeper.revision.current } })
    } catch (error) {
      if (error instanceof CallError) return
      throw error
    }
    const { data } = (await reload()) as { data?: Loaded }
    if (!data) return
    show(data.draft)
    settle(data.draft.revision, data.draft.savedAt)
    setOpen(null)
    notify(words.history.restored, 'success')
  }
  const importFile = async (file: File | undefined) => {
    if (!file) return
    try {
      const { readDocument } = await import('./importing.ts')
      const { html, pictures } = await readDocument(file)
      const isEmpty = !textOf(editor)
      if (isEmpty) editor.chain().focus().setContent(html, { emitUpdate: true }).run()
      else editor.chain().focus().insertContent(html).run()
      insertPictures(editor, pictures)
      notify(words.imported, 'success')
    } catch {
      notify(words.importFailed, 'error')
    }
  }
  const insert = (what: Insert) => {
    if (what === 'picture') picker.current?.click()
    else if (what === 'video' || what === 'token') setOpen(what)
    else insertNow(editor, what)
  }
  const count = useEditorState({ editor, selector: ({ editor: now }) => countWords(now.state.doc.textContent) })

  return (
    <>
      <PageHead
        title={words.title}
        note={<SaveNote state={state} count={words.words(exactCount(count))} onSave={() => void save()} />}
      >
        <Button variant="default" leftSection={<IconHistory {...icon} />} onClick={() => setOpen('history')}>
          {words.versions}
        </Button>
        <Button
          variant="default"
          leftSection={<IconEye {...icon} />}
          onClick={() => void save().then(() => go(DETAIL, { id, preview: '1' }))}
        >
          {words.preview}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={8} aria-label={words.more}>
              <IconDots {...icon} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconFileImport {...icon} />}
              disabled={isReadOnly}
              onClick={() => importer.current?.click()}
            >
              {words.importFile}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </PageHead>
      {isReadOnly && (
        <Alert
          mb={12}
          color="orange"
          title={isUnsaved ? words.lock.lost(lock.holder ?? '') : words.lock.held(lock.holder ?? '')}
        >
          <Button size="xs" variant="default" onClick={() => void takeOver()}>
            {words.lock.takeOver}
          </Button>
        </Alert>
      )}
      {state.kind === 'empty' && (
        <Alert mb={12} color="orange" title={words.empty.title}>
          <div className={styles.row}>
            <Button
              size="xs"
              onClick={() => editor.chain().focus().setContent(lastText.current, { emitUpdate: true }).run()}
            >
              {words.empty.undo}
            </Button>
            <Button size="xs" variant="default" onClick={() => void save(true)}>
              {words.empty.clear}
            </Button>
          </div>
        </Alert>
      )}
      <div className={styles.page}>
        <div className={`card ${styles.sheet}`}>
          <TextInput
            variant="unstyled"
            className={styles.title}
            aria-label={words.titleLabel}
            placeholder={words.titleHint}
            maxLength={64}
            readOnly={isReadOnly}
            value={fields.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            onBlur={leave}
          />
          <RichTextEditor
            editor={editor}
            className={styles.editor}
            classNames={{ toolbar: styles.toolbar!, control: styles.control! }}
            data-content
          >
            <Toolbar editor={editor} insert={insert} onLink={() => setOpen('link')} />
            <RichTextEditor.Content
              className={styles.content}
              data-empty={count === 0 || undefined}
              data-hint={words.bodyHint}
            />
          </RichTextEditor>
          <SlashMenu editor={editor} keys={keys} insert={insert} />
        </div>
        <aside className={styles.side} aria-label={words.panel.place}>
          <Steps
            article={article}
            isDirty={article.isDirty || isUnsaved || keeper.revision.current !== draft.revision}
            flush={flush}
            reload={reload}
          />
          <About fields={fields} isReadOnly={isReadOnly} change={change} onLeave={leave} />
          <Place key={article.version} article={article} reload={reload} />
        </aside>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={words.slash.picture}
        onChange={(event) => {
          insertPictures(editor, picturesOf(event.currentTarget.files))
          event.currentTarget.value = ''
        }}
      />
      <input
        ref={importer}
        type="file"
        hidden
        accept=".docx,.md,.markdown,text/markdown"
        aria-label={words.importFile}
        onChange={(event) => {
          void importFile(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {open === 'link' && <LinkDialog editor={editor} onClose={() => setOpen(null)} />}
      {(open === 'video' || open === 'token') && (
        <CardDialog kind={open} editor={editor} onClose={() => setOpen(null)} />
      )}
      {open === 'history' && (
        <History id={id} current={read()} mayRestore={!isReadOnly} onRestore={restore} onClose={() => setOpen(null)} />
      )}
      {state.kind === 'conflict' && (
        <ConflictDialog
          note={words.conflict.note(state.theirs.savedBy, fullTime(state.theirs.savedAt))}
          mine={read()}
          theirs={state.theirs}
          onMine={() => keepMine(state.theirs)}
          onTheirs={() => takeTheirs(state.theirs, read())}
        />
      )}
      {stale && (
        <ConflictDialog
          note={words.conflict.backupNote(fullTime(stale.at))}
          mine={stale.fields}
          theirs={draft}
          onMine={() => keepMine(null)}
          onTheirs={() => takeTheirs(draft, stale.fields)}
        />
      )}
    </>
  )
}

/** The text as it is saved; a document of one empty paragraph is no text. */
function textOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML()
}
