import '@mantine/core/styles/SegmentedControl.layer.css'
import { useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { AccessTable } from './parts/AccessTable.tsx'
import styles from './parts/access.module.css'
import { Why } from './parts/Why.tsx'
import { text } from './text.ts'

/** Shows who may do what, and explains why somebody may or may not. Nothing is set here: rights are decided in the code. */
export default function AccessScreen() {
  const words = useText(text)
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <div className={styles.page}>
        <Why />
        <AccessTable />
      </div>
    </>
  )
}
