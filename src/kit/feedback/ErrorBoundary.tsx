import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { useText } from '../hooks/app.ts'
import { RequestId, State } from './State.tsx'
import { feedbackText } from './text.ts'

/** Keeps a broken page from taking the shell with it. `onReload` rebuilds the page. */
export class ErrorBoundary extends Component<
  { children: ReactNode; onReload?: () => void },
  { error: unknown; isBroken: boolean }
> {
  override state = { error: undefined, isBroken: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, isBroken: true }
  }

  reload = () => {
    this.setState({ error: undefined, isBroken: false })
    this.props.onReload?.()
  }

  override render() {
    const { error, isBroken } = this.state
    return isBroken ? <Broken error={error} onReload={this.reload} /> : this.props.children
  }
}

function Broken({ error, onReload }: { error: unknown; onReload(): void }) {
  const words = useText(feedbackText)
  return (
    <div className="card" role="alert">
      <State
        icon={<IconAlertTriangle size={18} stroke={1.6} />}
        title={`500 · ${words.brokenTitle}`}
        actions={
          <>
            <Button size="xs" onClick={onReload}>
              {words.reload}
            </Button>
            <RequestId error={error} />
          </>
        }
      >
        {words.brokenBody}
      </State>
    </div>
  )
}
