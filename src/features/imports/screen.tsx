import { IconInbox } from '@tabler/icons-react'
import { State } from '../../kit/feedback/State.tsx'
import { useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { StatusTones } from '../../kit/list/types.ts'
import { importList } from './contract.ts'
import { Bring } from './parts/Bring.tsx'
import styles from './parts/imports.module.css'
import { useOwners } from './parts/useTargets.ts'
import { Wizard } from './parts/Wizard.tsx'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

const TONES: StatusTones = {
  status: {
    uploaded: 'orange',
    checking: 'blue',
    checked: 'orange',
    applying: 'blue',
    applied: 'green',
    failed: 'red',
    cancelled: 'grey',
    undoing: 'blue',
    undone: 'grey',
  },
}

/** Imports: the place to drop a file, the history, and the wizard of one import, whose id stands in the address. */
export default function ImportsScreen() {
  const words = useText(screenText)
  const { search, setSearch } = usePage()
  const open = (job: string) => setSearch({ job })
  const owners = useOwners()
  if (search.job) return <Wizard key={search.job} id={search.job} onLeave={() => setSearch({ job: '' })} />
  return (
    <ListPage
      list={importList}
      text={text}
      withoutExport
      primary={owners.length > 1 ? ['target', 'status', 'ownerId', 'createdAt'] : ['target', 'status', 'createdAt']}
      filterOptions={{ ownerId: owners }}
      statusTones={TONES}
      summary={() => <Bring wanted={search.target} onDone={open} />}
      cells={{
        fileName: (row) => (
          <button type="button" className={`${styles.fileLink} ellipsis`} onClick={() => open(row.importId)}>
            {row.fileName}
          </button>
        ),
      }}
      rowActions={(row) => [{ label: words.open, run: () => open(row.importId) }]}
      emptyState={
        <State icon={<IconInbox size={18} stroke={1.6} />} title={words.historyEmpty}>
          {words.historyHint}
        </State>
      }
    />
  )
}
