import { Button } from '@mantine/core'
import { IconDeviceMobile, IconDeviceTv, IconPhoto, IconPlus, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { permissions } from '../../core/access.ts'
import type { ListRow } from '../../core/contract.ts'
import { exactCount } from '../../kit/format/number.ts'
import { useMay, useRoles, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { Status } from '../../kit/list/Status.tsx'
import { collectionsFilters, collectionsList } from './contract.ts'
import { CopyForm } from './parts/CopyForm.tsx'
import styles from './parts/collections.module.css'
import { TONES } from './parts/tones.ts'
import { type Dialog, useCollectionActions } from './parts/useCollectionActions.tsx'
import { text } from './text.ts'

const CollectionDrawer = lazy(async () => ({
  default: (await import('./parts/CollectionDrawer.tsx')).CollectionDrawer,
}))
const CollectionForm = lazy(async () => ({ default: (await import('./parts/CollectionForm.tsx')).CollectionForm }))
const EditForm = lazy(async () => ({ default: (await import('./parts/EditForm.tsx')).EditForm }))
const ImportDialog = lazy(async () => ({ default: (await import('./parts/ImportDialog.tsx')).ImportDialog }))
const PasteForm = lazy(async () => ({ default: (await import('./parts/PasteForm.tsx')).PasteForm }))

type Row = ListRow<typeof collectionsList>

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const
const TYPE_ICONS = { img: IconPhoto, horizontalVideo: IconDeviceTv, verticalVideo: IconDeviceMobile }

/** The specification's search table (section 2), which lists the collections. */
export default function CollectionsScreen() {
  const words = useText(text)
  const canWrite = useMay('collections.write')
  // The element-level directive (section 5): the view link is there for the roles of its list alone.
  const canView = useRoles(permissions['collections.view'].roles ?? [])
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const actionsOf = useCollectionActions(setDialog)
  return (
    <>
      <ListPage
        list={collectionsList}
        text={text}
        filterForm={collectionsFilters}
        withIndex
        openLabel={words.actions.view}
        statusTones={TONES}
        cells={{ contentType: (row) => <ContentType row={row} /> }}
        toolbar={
          canWrite && (
            <>
              <Button leftSection={<IconPlus {...icon} />} onClick={() => setDialog({ kind: 'create' })}>
                {words.actions.create}
              </Button>
              <Button
                variant="default"
                leftSection={<IconUpload {...icon} />}
                onClick={() => setDialog({ kind: 'import' })}
              >
                {words.actions.batchImport}
              </Button>
            </>
          )
        }
        rowActions={actionsOf}
        drawer={
          canView
            ? (id, onClose) => (
                <Suspense>
                  <CollectionDrawer key={id} id={id} onClose={onClose} open={setDialog} />
                </Suspense>
              )
            : undefined
        }
        card={(row) => <Card row={row} />}
      />
      <Suspense>
        {dialog?.kind === 'create' && <CollectionForm onClose={close} />}
        {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
        {dialog?.kind === 'edit' && <EditForm id={dialog.row.collectionId} onClose={close} />}
        {dialog?.kind === 'copy' && <CopyForm id={dialog.row.collectionId} name={dialog.row.name} onClose={close} />}
        {dialog?.kind === 'paste' && <PasteForm id={dialog.row.collectionId} name={dialog.row.name} onClose={close} />}
      </Suspense>
    </>
  )
}

function ContentType({ row }: { row: Row }) {
  const words = useText(text)
  const Icon = TYPE_ICONS[row.contentType]
  return (
    <span className={styles.type}>
      <Icon {...icon} />
      <span className="ellipsis">{words.choices.contentType[row.contentType]}</span>
    </span>
  )
}

function Card({ row }: { row: Row }) {
  const words = useText(text)
  return (
    <span className={styles.card}>
      <b>{row.name}</b>
      <small>
        {row.number} · {words.choices.contentType[row.contentType]} · {words.choices.filterType[row.filterType]}
      </small>
      <span className={styles.cardFoot}>
        <Status tone={TONES.status[row.status]}>{words.choices.status[row.status]}</Status>
        <span>
          {words.columns.count} {exactCount(row.count)}
        </span>
      </span>
    </span>
  )
}
