import { Modal } from '@mantine/core'
import { Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import { CollectionForm } from './CollectionForm.tsx'
import { useCollection } from './useCollections.ts'

/** Fetches the collection a form edits; its rule is not in the list's rows. */
export function EditForm({ id, onClose }: { id: string; onClose(): void }) {
  const words = useText(text)
  const { data, isError, error, refetch } = useCollection(id)
  if (data) return <CollectionForm key={id} collection={data} onClose={onClose} />
  if (!isError) return null
  return (
    <Modal opened onClose={onClose} title={words.form.editTitle}>
      <Failed error={error} onRetry={() => void refetch()} />
    </Modal>
  )
}
