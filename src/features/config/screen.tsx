import { Button, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { SETTING_GROUPS, SETTINGS, type SettingKey } from '../../core/settings.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import styles from './parts/config.module.css'
import { SettingForm } from './parts/SettingForm.tsx'
import { useConfig } from './parts/useConfig.ts'
import { useUnsaved } from './parts/useUnsaved.ts'
import { text } from './text.ts'

const HistoryDrawer = lazy(() => import('./parts/HistoryDrawer.tsx'))
/** The menu has a page of its own. */
const GROUPS = SETTING_GROUPS.filter((group) => group !== 'menu')

/** What administrators may set while the house runs (domain page S23). */
export default function ConfigScreen() {
  const words = useText(text)
  const { data: items, error, refetch } = useConfig()
  const [history, setHistory] = useState<{ key?: SettingKey }>()
  const mark = useUnsaved(words.leave)
  return (
    <>
      <PageHead title={words.title} note={words.note}>
        <Button variant="default" leftSection={<IconHistory size={16} stroke={1.6} />} onClick={() => setHistory({})}>
          {words.history}
        </Button>
      </PageHead>
      {error && !items ? (
        <div className="card">
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className={styles.groups}>
          {GROUPS.map((group) => (
            <section key={group} className={`card ${styles.group}`} aria-labelledby={`config-${group}`}>
              <header className={styles.groupHead}>
                <h2 id={`config-${group}`}>{words.groups[group].name}</h2>
                <p>{words.groups[group].hint}</p>
              </header>
              <div className={styles.settings}>
                {items ? (
                  items
                    .filter(({ key }) => SETTINGS[key].group === group)
                    .map((item) => (
                      <SettingForm
                        key={`${item.key} ${item.version}`}
                        item={item}
                        onDirty={(isDirty) => mark(item.key, isDirty)}
                        onHistory={() => setHistory({ key: item.key })}
                      />
                    ))
                ) : (
                  <Skeleton height={72} radius="md" />
                )}
              </div>
            </section>
          ))}
        </div>
      )}
      {history && (
        <Suspense>
          <HistoryDrawer of={history.key} items={items ?? []} onClose={() => setHistory(undefined)} />
        </Suspense>
      )}
    </>
  )
}
