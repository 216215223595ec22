import { Button } from '@mantine/core'
import { IconUserCog } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Failed } from '../../kit/feedback/State.tsx'
import { exactCount } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { KpiStrip } from '../../kit/list/KpiStrip.tsx'
import { centre } from './contract.ts'
import styles from './parts/account.module.css'
import { Activity, Digest, Projects, Team } from './parts/Blocks.tsx'
import { Identity } from './parts/Identity.tsx'
import { useProfile } from './parts/useProfile.ts'
import { text } from './text.ts'

/** The user centre: oneself, what one did, what came in, with whom and on what one works (domain page S21). */
export default function UserInfoScreen() {
  const { call, go, language } = useApp()
  const words = useText(text)
  const profile = useProfile()
  const { data, error, refetch } = useQuery({
    queryKey: [centre.path, language],
    queryFn: ({ signal }) => call(centre, {}, { signal, quiet: true }),
  })
  const failure = profile.error ?? error
  return (
    <>
      <PageHead title={words.centre} />
      {profile.data && data ? (
        <div className={styles.page}>
          <Identity profile={profile.data}>
            <Button
              variant="default"
              leftSection={<IconUserCog size={16} stroke={1.6} />}
              onClick={() => go('/user/setting')}
            >
              {words.goSetting}
            </Button>
          </Identity>
          <KpiStrip
            label={words.centre}
            tiles={(['changes', 'signIns', 'openTodos', 'unread'] as const).map((key) => ({
              label: words.numbers[key],
              value: exactCount(data.numbers[key]),
            }))}
          />
          <div className={styles.columns}>
            <div className={styles.column}>
              {data.projects && <Projects {...data.projects} />}
              <Activity list={data.activity} />
            </div>
            <div className={styles.column}>
              <Team {...data.team} />
              <Digest list={data.messages} />
            </div>
          </div>
        </div>
      ) : failure ? (
        <div className="card">
          <Failed
            error={failure}
            onRetry={() => {
              void profile.refetch()
              void refetch()
            }}
          />
        </div>
      ) : (
        <Loading rows={8} />
      )}
    </>
  )
}
