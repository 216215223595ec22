import { Button, Skeleton } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { Failed, State } from '../../kit/feedback/State.tsx'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { editText } from './editor/text.ts'
import { useLoaded } from './editor/useLoaded.ts'
import { Workbench } from './editor/Workbench.tsx'
import { LIST } from './parts/use.ts'
import { screenText } from './screenText.ts'

/** The editor (domain page S14): `?id=`. */
export default function ArticleEditScreen() {
  const { go } = useApp()
  const words = useText(editText)
  const { missing } = useText(screenText).detail
  const { search } = usePage()
  const id = search.id ?? ''
  const { data, error, isPending, fetchStatus, refetch } = useLoaded(id)
  if (data) return <Workbench key={id} article={data} reload={refetch} />
  const isMissing = (isPending && fetchStatus === 'idle') || (error instanceof CallError && error.code === 404)
  return (
    <>
      <PageHead title={words.title} />
      <div className="card">
        {isMissing ? (
          <State
            icon={<IconFileOff size={18} stroke={1.6} />}
            title="404"
            actions={
              <Button size="xs" onClick={() => go(LIST)}>
                {words.toAcademy}
              </Button>
            }
          >
            {missing}
          </State>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div style={{ padding: 24 }} aria-busy>
            <Skeleton height={28} mb={20} w="50%" radius="sm" />
            {Array.from({ length: 8 }, (_, at) => (
              <Skeleton key={at} height={16} mb={14} radius="sm" />
            ))}
          </div>
        )}
      </div>
    </>
  )
}
