import { Button, Skeleton } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Failed, State } from '../../kit/feedback/State.tsx'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { articleDetail, articlesList } from './contract.ts'
import { Reader } from './parts/Reader.tsx'
import { LIST } from './parts/use.ts'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

const ID = /^[1-9]\d{0,17}$/

/** An article as it is read (domain page S15): `?id=`, for editors `&preview=1` for the working copy. */
export default function ArticleDetailScreen() {
  const { call, go, language } = useApp()
  const words = useText(screenText).detail
  const title = useText(text).title
  const { search } = usePage()
  const id = search.id ?? ''
  const isPreview = search.preview === '1'
  const isKnown = ID.test(id)
  const { data, error, refetch } = useQuery({
    queryKey: [articlesList.key, 'detail', id, isPreview, language],
    queryFn: ({ signal }) =>
      call(articleDetail, { params: { id }, query: isPreview ? { preview: true } : {} }, { signal, quiet: true }),
    enabled: isKnown,
    retry: false,
  })
  const isMissing = !isKnown || (error instanceof CallError && error.code === 404)
  if (data && !isMissing) return <Reader key={`${id} ${data.versionNo}`} article={data} />
  return (
    <>
      <PageHead title={isMissing ? words.missing : title} />
      <div className="card">
        {isMissing ? (
          <State
            icon={<IconFileOff size={18} stroke={1.6} />}
            title="404"
            actions={
              <Button size="xs" onClick={() => go(LIST)}>
                {words.back}
              </Button>
            }
          >
            {words.missingBody}
          </State>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div style={{ padding: 24 }} aria-busy>
            {Array.from({ length: 8 }, (_, at) => (
              <Skeleton key={at} height={16} mb={14} w={at % 3 === 2 ? '60%' : '100%'} radius="sm" />
            ))}
          </div>
        )}
      </div>
    </>
  )
}
