import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { isSafeLink, ROW_ID } from '../allowed.ts'
import { DiffView } from './DiffView.tsx'
import styles from './editor.module.css'
import { editText } from './text.ts'
import type { Fields } from './useDraft.ts'

/** The address of a link around the chosen words. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const words = useText(editText).link
  const [href, setHref] = useState<string>(editor.getAttributes('link').href ?? '')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.title}
      confirm={words.apply}
      validate={() => {
        const isWrong = href.trim() !== '' && !isSafeLink(href.trim())
        setFault(isWrong ? words.wrong : '')
        return !isWrong
      }}
      submit={async () => {
        const chain = editor.chain().focus().extendMarkRange('link')
        const address = href.trim()
        if (!address) chain.unsetLink().run()
        else if (editor.state.selection.empty && !editor.isActive('link'))
          chain
            .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
            .run()
        else chain.setLink({ href: address }).run()
      }}
      onClose={onClose}
    >
      <TextInput
        label={words.address}
        inputMode="url"
        value={href}
        error={fault}
        onChange={(event) => setHref(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}

/** Asks for the row a card is about. */
export function CardDialog({ kind, editor, onClose }: { kind: 'video' | 'token'; editor: Editor; onClose(): void }) {
  const words = useText(editText).card
  const [id, setId] = useState('')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words[`${kind}Title`]}
      note={words[`${kind}IdHint`]}
      confirm={words.insert}
      validate={() => {
        const isRight = ROW_ID.test(id.trim())
        setFault(isRight ? '' : words.idWrong)
        return isRight
      }}
      submit={async () => {
        editor
          .chain()
          .focus()
          .insertContent({ type: 'card', attrs: { kind, id: id.trim() } })
          .run()
      }}
      onClose={onClose}
    >
      <TextInput
        label={words[`${kind}Id`]}
        inputMode="numeric"
        maxLength={18}
        value={id}
        error={fault}
        onChange={(event) => setId(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}

/** Two texts and no way past looking at them: nothing is overwritten that nobody has seen. */
export function ConflictDialog(props: {
  note: string
  mine: Fields
  theirs: Fields
  onMine(): void
  onTheirs(): Promise<void>
}) {
  const words = useText(editText).conflict
  const [isBusy, setBusy] = useState(false)
  return (
    <Modal
      opened
      onClose={() => {}}
      title={words.title}
      size={820}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.note}>{props.note}</p>
      <DiffView before={props.theirs} after={props.mine} />
      <div className={styles.answers}>
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => {
            setBusy(true)
            void props.onTheirs().finally(() => setBusy(false))
          }}
        >
          {words.theirs}
        </Button>
        <Button onClick={props.onMine} disabled={isBusy}>
          {words.mine}
        </Button>
      </div>
    </Modal>
  )
}

/** When it goes out. */
export function ScheduleDialog({
  onSchedule,
  onClose,
}: {
  onSchedule(publishAt: string): Promise<void>
  onClose(): void
}) {
  const words = useText(editText).state
  // Tomorrow at nine in Shanghai: what is meant most often.
  const [at, setAt] = useState(() => `${fullTime(new Date(Date.now() + 86_400_000).toISOString()).slice(0, 10)}T09:00`)
  const [fault, setFault] = useState('')
  const instant = `${at}:00+08:00`
  return (
    <FormModal
      title={words.schedule}
      confirm={words.schedule}
      validate={() => {
        const isWrong = !at || Number.isNaN(Date.parse(instant)) || Date.parse(instant) <= Date.now()
        setFault(isWrong ? words.atRequired : '')
        return !isWrong
      }}
      submit={() => onSchedule(instant)}
      onClose={onClose}
    >
      <TextInput
        type="datetime-local"
        label={words.at}
        value={at}
        error={fault}
        onChange={(event) => setAt(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}

export function SendBackDialog({ onSend, onClose }: { onSend(reason: string): Promise<void>; onClose(): void }) {
  const words = useText(editText).state
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.sendBack}
      confirm={words.sendBack}
      validate={() => {
        setFault(reason.trim() ? '' : words.reasonRequired)
        return !!reason.trim()
      }}
      submit={() => onSend(reason.trim())}
      onClose={onClose}
    >
      <Textarea
        label={words.reason}
        maxLength={300}
        minRows={3}
        value={reason}
        error={fault}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}
