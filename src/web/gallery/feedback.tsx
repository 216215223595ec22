import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '../../kit/feedback/confirm.ts'
import { ErrorBoundary } from '../../kit/feedback/ErrorBoundary.tsx'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Roles } from '../../kit/feedback/Roles.tsx'
import { ShownOnce } from '../../kit/feedback/ShownOnce.tsx'
import { Empty, Failed, Forbidden, State } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { refusal } from './refusal.ts'
import { Shown, Story } from './Story.tsx'
import { galleryText } from './text.ts'

function Thrower(): never {
  throw refusal('sample')
}

/** What stands where data would, and what asks. */
export function FeedbackStories() {
  const words = useText(galleryText)
  const { notify } = useApp()
  const [isOnce, setOnce] = useState(false)
  return (
    <>
      <Story name="Loading">
        <Loading rows={3} />
      </Story>
      <Story name="State, Empty, Failed, Forbidden" isRow>
        <Shown state="State">
          <State
            icon={<IconInbox size={18} stroke={1.6} />}
            title={words.video}
            actions={<Button size="xs">{words.verb}</Button>}
          >
            {words.about}
          </State>
        </Shown>
        <Shown state="Empty">
          <Empty />
        </Shown>
        <Shown state="Failed">
          <Failed error={refusal(words.refused)} onRetry={() => undefined} />
        </Shown>
        <Shown state="Failed, no answer">
          <Failed error={new Error('sample')} onRetry={() => undefined} />
        </Shown>
        <Shown state="Forbidden">
          <Forbidden error={refusal(words.refused, 403)} />
        </Shown>
      </Story>
      <Story name="ErrorBoundary">
        <ErrorBoundary>
          <Thrower />
        </ErrorBoundary>
      </Story>
      <Story name="Roles, confirm, notify, ShownOnce" isRow>
        <Roles allow={['admin']}>admin</Roles>
        <Roles allow={['supplier']}>supplier</Roles>
        <Button
          variant="default"
          onClick={() =>
            void confirm({ title: words.question, body: words.about, confirm: words.danger, isDanger: true })
          }
        >
          confirm
        </Button>
        <Button variant="default" onClick={() => notify(words.about, 'info')}>
          notify
        </Button>
        <Button variant="default" onClick={() => setOnce(true)}>
          ShownOnce
        </Button>
        {isOnce && (
          <ShownOnce
            title={words.secret}
            about={words.secretAbout}
            label={words.secret}
            secret="blt_sample"
            onClose={() => setOnce(false)}
          />
        )}
      </Story>
    </>
  )
}
