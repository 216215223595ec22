import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { Empty } from '../../kit/feedback/State.tsx'
import { useText } from '../../kit/hooks/app.ts'
import { webText } from '../text.ts'

const KINDS = ['message', 'notice', 'todo'] as const

/** The message box: its three kinds. */
export default function Alerts() {
  const words = useText(webText)
  return (
    <Tabs defaultValue="message">
      <Tabs.List px={8}>
        {KINDS.map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {words[kind]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {KINDS.map((kind) => (
        <Tabs.Panel key={kind} value={kind}>
          <Empty title={words.noContent} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
