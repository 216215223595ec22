import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Alert, Button, ColorInput, Drawer, NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { LANGUAGES, type Language } from '../../core/text.ts'
import { copyText } from '../../kit/format/copyText.ts'
import { useText } from '../../kit/hooks/app.ts'
import { DEFAULT_COLOR, isColor, PRESETS } from '../../kit/theme/palette.ts'
import { notify } from '../notices.ts'
import { usePreferences } from '../preferences.ts'
import { switchServerMenu } from '../session.ts'
import { MENU_WIDTH, printSettings, setSettings, useSettings } from '../settings.ts'
import { webText } from '../text.ts'
import { openPalette } from './palette.ts'
import styles from './SettingsDrawer.module.css'
import { settingsText } from './settingsText.ts'
import { chooseLanguage } from './tools.tsx'

const close = () => setSettings({ globalSettings: false })

/** Every setting of the specification, applied at once and gone with the next reload. */
export default function SettingsDrawer() {
  const words = useText(settingsText)
  const copy = async () => {
    const isCopied = await copyText(printSettings(useSettings.getState()))
    notify(isCopied ? words.copied : words.copyFailed, isCopied ? 'success' : 'error')
  }
  return (
    <Drawer opened onClose={close} size={300} title={words.title} classNames={styles}>
      <ThemeColor />
      <Content />
      <Other />
      <Alert icon={<IconInfoCircle size={16} stroke={1.6} />} className={styles.note}>
        {words.note}
      </Alert>
      <div className={styles.footer}>
        <Button variant="default" onClick={close}>
          {words.close}
        </Button>
        <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={() => void copy()}>
          {words.copy}
        </Button>
      </div>
    </Drawer>
  )
}

function ThemeColor() {
  const words = useText(settingsText)
  const color = useSettings((settings) => settings.themeColor)
  const [typed, setTyped] = useState(color)
  useEffect(() => setTyped(color), [color])
  const choose = (next: string) => {
    setTyped(next)
    if (isColor(next)) setSettings({ themeColor: next.toUpperCase() })
  }
  return (
    <section>
      <h3 className={styles.heading}>{words.themeColor}</h3>
      <div className={styles.colors}>
        <ColorInput
          aria-label={words.themeColor}
          value={typed}
          onChange={choose}
          onBlur={() => setTyped(color)}
          withEyeDropper={false}
          w={118}
          popoverProps={{ shadow: 'md' }}
        />
        <fieldset className={styles.presets} aria-label={words.presets}>
          {PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              aria-label={words.preset(preset)}
              aria-pressed={preset === (color || DEFAULT_COLOR)}
              style={{ background: preset }}
              onClick={() => choose(preset)}
            />
          ))}
        </fieldset>
      </div>
      <div className={styles.shades} role="img" aria-label={words.shades(color)}>
        {Array.from({ length: 10 }, (_, at) => (
          <i key={at} style={{ background: `var(--brand-${at + 1})` }} />
        ))}
      </div>
      <p className={styles.hint}>{words.shadesNote}</p>
    </section>
  )
}

function Content() {
  const words = useText(settingsText)
  const settings = useSettings()
  const language = usePreferences((state) => state.language)
  // Shown as on while the menu is on its way; back to off if it does not come.
  const [isComing, setComing] = useState(false)
  const toggleServerMenu = async (isOn: boolean) => {
    setComing(isOn)
    await switchServerMenu(isOn)
    setComing(false)
  }
  return (
    <section>
      <h3 className={styles.heading}>{words.content}</h3>
      {(['navbar', 'menu', 'topMenu', 'footer', 'tabBar'] as const).map((key) => (
        <Toggle key={key} label={words[key]} isOn={settings[key]} onChange={(isOn) => setSettings({ [key]: isOn })} />
      ))}
      <Toggle
        label={words.menuFromServer}
        isOn={isComing || settings.menuFromServer}
        onChange={(isOn) => void toggleServerMenu(isOn)}
      />
      <Row label={words.menuWidth}>
        <NumberInput
          aria-label={words.menuWidth}
          w={80}
          {...MENU_WIDTH}
          step={10}
          allowDecimal={false}
          value={settings.menuWidth}
          onChange={(width) => typeof width === 'number' && setSettings({ menuWidth: width })}
        />
      </Row>
      <Row label={words.search}>
        <Button variant="default" size="xs" onClick={openPalette}>
          {words.openSearch}
        </Button>
      </Row>
      <Row label={words.language}>
        <SegmentedControl
          aria-label={words.language}
          value={language}
          onChange={(next) => chooseLanguage(next as Language)}
          data={LANGUAGES.map((value) => ({ value, label: webText[value].languages[value] }))}
        />
      </Row>
    </section>
  )
}

function Other() {
  const words = useText(settingsText)
  const colorWeak = useSettings((settings) => settings.colorWeak)
  const upIsRed = usePreferences((state) => state.upIsRed ?? state.language === 'zh-CN')
  return (
    <section>
      <h3 className={styles.heading}>{words.other}</h3>
      <Toggle label={words.colorWeak} isOn={colorWeak} onChange={(isOn) => setSettings({ colorWeak: isOn })} />
      <Row label={words.direction}>
        <SegmentedControl
          aria-label={words.direction}
          value={upIsRed ? 'red' : 'green'}
          onChange={(next) => usePreferences.setState({ upIsRed: next === 'red' })}
          data={[
            { value: 'red', label: words.redUp },
            { value: 'green', label: words.greenUp },
          ]}
        />
      </Row>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span>{label}</span>
      {children}
    </div>
  )
}

interface ToggleProps {
  label: string
  isOn: boolean
  onChange(isOn: boolean): void
}

function Toggle({ label, isOn, onChange }: ToggleProps) {
  return (
    <Switch
      label={label}
      labelPosition="left"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
      classNames={{ body: styles.row!, labelWrapper: styles.label! }}
    />
  )
}
