import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { IconFolderCog, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { useMay, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { useStored } from '../../kit/hooks/useStored.ts'
import { Academy } from './parts/Academy.tsx'
import { screenText } from './screenText.ts'

const Manage = lazy(async () => ({ default: (await import('./parts/Manage.tsx')).Manage }))
const Readers = lazy(async () => ({ default: (await import('./parts/Readers.tsx')).Readers }))
const CreateForm = lazy(async () => ({ default: (await import('./parts/CreateForm.tsx')).CreateForm }))
const TreeDialog = lazy(async () => ({ default: (await import('./parts/TreeDialog.tsx')).TreeDialog }))

const icon = { size: 16, stroke: 1.6 }

/** The academy (domain page S16): readers find what to read; editors also look after all of it. */
export default function ArticleListScreen() {
  const words = useText(screenText)
  const mayWrite = useMay('articles.write')
  const page = usePage()
  const [stored, store] = useStored('articles-mode')
  const [dialog, setDialog] = useState<'create' | 'tree' | null>(null)
  const mode = mayWrite && stored === 'manage' ? 'manage' : 'read'
  const close = () => setDialog(null)
  const { articleId } = page.search
  if (mayWrite && articleId)
    return (
      <Suspense fallback={<Loading />}>
        <Readers key={articleId} id={articleId} />
      </Suspense>
    )
  const head = mayWrite && (
    <>
      <SegmentedControl
        aria-label={words.mode}
        value={mode}
        onChange={(next) => {
          // The two views have different filters: what one was narrowed to means nothing to the other.
          page.setSearch({})
          store(next)
        }}
        data={(['read', 'manage'] as const).map((value) => ({ value, label: words.modes[value] }))}
      />
      <Button variant="default" leftSection={<IconFolderCog {...icon} />} onClick={() => setDialog('tree')}>
        {words.categories}
      </Button>
      <Button leftSection={<IconPlus {...icon} />} onClick={() => setDialog('create')}>
        {words.create}
      </Button>
    </>
  )
  return (
    <>
      {mode === 'manage' ? (
        <Suspense fallback={<Loading />}>
          <Manage head={head} />
        </Suspense>
      ) : (
        <Academy head={head} />
      )}
      <Suspense>
        {dialog === 'create' && <CreateForm onClose={close} />}
        {dialog === 'tree' && <TreeDialog onClose={close} />}
      </Suspense>
    </>
  )
}
