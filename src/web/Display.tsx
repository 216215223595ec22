import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { LANGUAGES, type Language } from '../core/text.ts'
import { clockOf } from '../core/time.ts'
import { useApp, useText } from '../kit/hooks/app.ts'
import styles from './display.module.css'
import { displayText } from './displayText.ts'
import { chooseLanguage } from './shell/tools.tsx'
import { webText } from './text.ts'

/** Language, and the zone all days and times are of. A panel for the settings page. */
export function Display() {
  const { language } = useApp()
  const words = useText(displayText)
  const { language: name, languages } = useText(webText)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className={`card ${styles.panel}`}>
      <div className={styles.row}>
        <div>
          <b>{name}</b>
          <p>{words.languageAbout}</p>
        </div>
        <SegmentedControl
          aria-label={name}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: languages[value] }))}
          onChange={(next) => chooseLanguage(next as Language)}
        />
      </div>
      <div className={styles.row}>
        <div>
          <b>{words.zone}</b>
          <p>{here === 'Asia/Shanghai' ? words.zoneAbout : words.zoneElsewhere(here)}</p>
        </div>
        <span className="tabular">Asia/Shanghai (UTC+8) · {clockOf(new Date())}</span>
      </div>
    </div>
  )
}
