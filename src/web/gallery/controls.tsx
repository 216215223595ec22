import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/Tabs.layer.css'
import {
  ActionIcon,
  Button,
  Checkbox,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { Range } from '../../core/period.ts'
import { DateRange } from '../../kit/form/dates/DateRange.tsx'
import { FileButton } from '../../kit/form/FileButton.tsx'
import { FormModal } from '../../kit/form/FormModal.tsx'
import { PeriodPick } from '../../kit/form/PeriodPick.tsx'
import { Pick } from '../../kit/form/Pick.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { MenuIcon } from '../../kit/layout/MenuIcon.tsx'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { PageLink } from '../../kit/layout/PageLink.tsx'
import { STATUS, tokens } from '../../kit/theme/tokens.ts'
import styles from './gallery.module.css'
import { refusal } from './refusal.ts'
import { Shown, Story } from './Story.tsx'
import { galleryText } from './text.ts'

const TODAY = '2026-11-22'

/** Ground, controls and forms. */
export function ControlStories() {
  const { theme } = useApp()
  const words = useText(galleryText)
  return (
    <>
      <Story name="tokens" isRow>
        {Object.entries({ ...tokens[theme], ...STATUS }).map(([name, color]) => (
          <div key={name} className={styles.swatch}>
            <i style={{ background: color }} />
            {name}
          </div>
        ))}
      </Story>
      <Story name="PageHead">
        {/* The page has its own h1: this one is shown, not read. */}
        <div inert>
          <PageHead title={words.video} note={words.asOf}>
            <Button>{words.verb}</Button>
          </PageHead>
        </div>
      </Story>
      <Story name="PageLink, MenuIcon" isRow>
        <PageLink path="/kit" className="link">
          {words.video}
        </PageLink>
        {['video', 'star', 'thumb', 'chart', 'shield', 'share', 'users'].map((icon) => (
          <MenuIcon key={icon} name={icon} />
        ))}
      </Story>
      <Story name="Button" isRow>
        {(['filled', 'default', 'light', 'subtle'] as const).map((variant) => (
          <Shown key={variant} state={variant}>
            <Button variant={variant}>{words.verb}</Button>
          </Shown>
        ))}
        <Shown state="red">
          <Button color="red">{words.danger}</Button>
        </Shown>
        <Shown state="disabled">
          <Button disabled>{words.verb}</Button>
        </Shown>
        <Shown state="loading">
          <Button loading>{words.verb}</Button>
        </Shown>
        <Shown state="xs">
          <Button size="xs">{words.verb}</Button>
        </Shown>
        <Shown state="lg">
          <Button size="lg">{words.verb}</Button>
        </Shown>
        <Shown state="icon, data-tip">
          <ActionIcon aria-label={words.verb} data-tip={words.verb}>
            <IconRefresh size={18} stroke={1.6} />
          </ActionIcon>
        </Shown>
        <Shown state="FileButton">
          <FileButton path="/sample">{words.verb}</FileButton>
        </Shown>
      </Story>
      <Fields />
      <Choices />
      <Forms />
    </>
  )
}

function Fields() {
  const words = useText(galleryText)
  return (
    <Story name="Input" isRow>
      <TextInput label={words.name} placeholder={words.video} />
      <TextInput label={words.name} description={words.hint} defaultValue={words.titles[0]!} />
      <TextInput label={words.name} error={words.fault} />
      <TextInput label={words.name} disabled defaultValue={words.titles[1]!} />
      <TextInput label={words.name} readOnly defaultValue={words.titles[1]!} />
      <NumberInput label={words.metric} defaultValue={12} />
      <PasswordInput label={words.secret} defaultValue="backlot" />
      <Select label={words.state} data={Object.values(words.states)} defaultValue={words.states.live} />
      <Textarea label={words.about} defaultValue={words.help} />
    </Story>
  )
}

function Choices() {
  const words = useText(galleryText)
  const options = Object.values(words.states)
  return (
    <Story name="Checkbox, Radio, Switch, SegmentedControl, Tabs" isRow>
      <Checkbox label={words.states.live} defaultChecked />
      <Checkbox label={words.states.waiting} indeterminate />
      <Checkbox label={words.states.failed} disabled />
      <Radio.Group aria-label={words.state} defaultValue="0">
        {options.map((option, at) => (
          <Radio key={option} value={String(at)} label={option} />
        ))}
      </Radio.Group>
      <Switch label={words.states.live} defaultChecked />
      <Switch label={words.states.waiting} />
      <SegmentedControl aria-label={words.state} data={options} />
      <Tabs defaultValue="0">
        <Tabs.List>
          {options.map((option, at) => (
            <Tabs.Tab key={option} value={String(at)}>
              {option}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {options.map((option, at) => (
          <Tabs.Panel key={option} value={String(at)} pt={8}>
            {option}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Story>
  )
}

function Forms() {
  const words = useText(galleryText)
  const [isOpen, setOpen] = useState(false)
  const [state, setState] = useState<'live' | 'waiting'>('live')
  const [period, setPeriod] = useState<{ range: Range | null; from: string; to: string }>({
    range: 'last7',
    from: '2026-11-15',
    to: '2026-11-21',
  })
  const [days, setDays] = useState({ from: '2026-11-15', to: '2026-11-21' })
  return (
    <Story name="Pick, PeriodPick, DateRange, FormModal" isRow>
      <Pick<'live' | 'waiting'>
        label={words.state}
        value={state}
        options={['live', 'waiting'] as const}
        nameOf={(option) => words.states[option]}
        onChange={setState}
      />
      <PeriodPick {...period} today={TODAY} onChange={setPeriod} />
      <DateRange
        {...days}
        max={TODAY}
        onChange={setDays}
        ends={{ from: { label: words.from }, to: { label: words.to } }}
      />
      <Button variant="default" onClick={() => setOpen(true)}>
        FormModal
      </Button>
      {isOpen && (
        <FormModal
          title={words.question}
          note={words.about}
          confirm={words.danger}
          isDanger
          validate={() => true}
          submit={() => Promise.reject(refusal(words.refused))}
          onClose={() => setOpen(false)}
        >
          <TextInput label={words.name} />
        </FormModal>
      )}
    </Story>
  )
}
