import { Button } from '@mantine/core'
import { useText } from '../../kit/hooks/app.ts'
import { useBuild } from '../build.ts'
import { webText } from '../text.ts'
import styles from './Shell.module.css'

/** Says that a newer build is out. It stands in the first file: after a deploy no other can be fetched. */
export function NewVersion() {
  const words = useText(webText)
  const { isOld, isPutOff } = useBuild()
  return (
    <div role="status">
      {isOld && !isPutOff && (
        <div className={styles.corner}>
          <span>{words.newVersion}</span>
          <Button size="xs" variant="default" onClick={() => useBuild.setState({ isPutOff: true })}>
            {words.later}
          </Button>
          <Button size="xs" onClick={() => location.reload()}>
            {words.reloadNow}
          </Button>
        </div>
      )}
    </div>
  )
}

/** In the place of a screen whose file went with the old build. */
export function OutdatedPage() {
  const words = useText(webText)
  return (
    <div className="card" style={{ padding: 24 }}>
      <p style={{ margin: '0 0 16px' }}>{words.newVersionPage}</p>
      <Button size="xs" onClick={() => location.reload()}>
        {words.reloadNow}
      </Button>
    </div>
  )
}
