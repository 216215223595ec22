import { Modal } from '@mantine/core'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import { UserForm } from './UserForm.tsx'
import { useFreshUser } from './useUser.ts'

/** The form of an account, once the account has been read anew: a row of the list may be old and is not all of it. */
export function EditUser({ id, name, close }: { id: string; name: string; close(): void }) {
  const words = useText(text)
  const { data: user, error, refetch } = useFreshUser(id)
  if (user) return <UserForm user={user} close={close} onCreated={() => {}} />
  return (
    <Modal opened onClose={close} title={words.form.editTitle(name)} size={560}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
    </Modal>
  )
}
