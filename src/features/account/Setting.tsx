import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { type ComponentType, useEffect, useRef } from 'react'
import type { Permission } from '../../core/access.ts'
import type { Words } from '../../core/errors.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { useAllows } from '../../kit/list/useList.ts'
import styles from './parts/account.module.css'
import { Basic } from './parts/Basic.tsx'
import { Identity } from './parts/Identity.tsx'
import { useProfile } from './parts/useProfile.ts'
import { text } from './text.ts'

/** A tab another room brings. */
export interface SettingPanel {
  key: string
  label: Words
  /** Shown to who may do this; to everybody without. */
  needs?: Permission
  Panel: ComponentType
}

/** What a person sets for the own account: the basic information, and the panels the other rooms bring. */
export function Setting({ panels: all, onSaved }: { panels: readonly SettingPanel[]; onSaved(): void }) {
  const words = useText(text)
  const { language } = useApp()
  const page = usePage()
  const query = useProfile()
  const allows = useAllows()
  const panels = all.filter(({ needs }) => !needs || allows(needs))
  const tab = panels.some(({ key }) => key === page.search.tab) ? page.search.tab! : 'basic'
  const row = useRef<HTMLDivElement>(null)
  // Where the tabs are wider than the screen the chosen one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what decides where it stands
  useEffect(() => {
    const [box, chosen] = [row.current, row.current?.querySelector<HTMLElement>('[data-active]')]
    if (box && chosen) box.scrollLeft = chosen.offsetLeft - box.offsetLeft - (box.clientWidth - chosen.offsetWidth) / 2
  }, [tab, language, query.data])
  return (
    <>
      <PageHead title={words.setting} />
      {query.data ? (
        <>
          <Identity profile={query.data} />
          <Tabs
            value={tab}
            onChange={(next) => page.setSearch({ tab: next === 'basic' ? '' : (next ?? '') }, { replace: true })}
            keepMounted={false}
          >
            <div className={`card ${styles.tabs}`}>
              <Tabs.List ref={row} aria-label={words.tabs}>
                <Tabs.Tab value="basic">{words.basic}</Tabs.Tab>
                {panels.map(({ key, label }) => (
                  <Tabs.Tab key={key} value={key}>
                    {label[language]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            </div>
            <Tabs.Panel value="basic" className={`card ${styles.panel}`}>
              <Basic profile={query.data} onSaved={onSaved} />
            </Tabs.Panel>
            {panels.map(({ key, Panel }) => (
              <Tabs.Panel key={key} value={key} className={styles.bare}>
                <Panel />
              </Tabs.Panel>
            ))}
          </Tabs>
        </>
      ) : query.error ? (
        <div className="card">
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <Loading rows={5} />
      )}
    </>
  )
}
