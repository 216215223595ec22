import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { useText } from '../hooks/app.ts'
import { State } from './State.tsx'
import { feedbackText } from './text.ts'

/** Keeps a broken page from taking the shell with it. `onReload` rebuilds the page. */
export class ErrorBoundary extends Component<{ children: ReactNode; onReload?: () => void }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  reload = () => {
    this.setState({ isBroken: false })
    this.props.onReload?.()
  }

  override render() {
    return this.state.isBroken ? <Broken onReload={this.reload} /> : this.props.children
  }
}

function Broken({ onReload }: { onReload(): void }) {
  const words = useText(feedbackText)
  return (
    <div className="card" role="alert">
      <State
        icon={<IconAlertTriangle size={18} stroke={1.6} />}
        title={words.brokenTitle}
        actions={
          <Button size="xs" onClick={onReload}>
            {words.reload}
          </Button>
        }
      >
        {words.brokenBody}
      </State>
    </div>
  )
}
