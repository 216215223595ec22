import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { HOME } from '../../core/access.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { type Code, Drawing } from './Drawing.tsx'
import styles from './exception.module.css'
import { text } from './text.ts'

const CODES: readonly Code[] = ['403', '404', '500']
const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** 403, 404 and 500 by their own paths; any address without a page is the 404. */
export default function ExceptionScreen() {
  const { go } = useApp()
  const words = useText(text)
  const { path, search } = usePage()
  const own = CODES.find((code) => path === `/exception/${code}`)
  const code = own ?? '404'
  const requestId = REQUEST_ID.test(search.requestId ?? '') ? search.requestId : undefined
  return (
    <>
      <PageHead title={words.titles[code]} />
      <div className={`card ${styles.sheet}`}>
        <Drawing code={code} />
        <p className={styles.code}>{code}</p>
        <p className={styles.body}>{words.bodies[code]}</p>
        <p className={styles.hint}>{words.hints[code]}</p>
        {(requestId || !own) && (
          <dl className={styles.facts}>
            {!own && (
              <div>
                <dt>{words.asked}</dt>
                <dd data-content>{path}</dd>
              </div>
            )}
            {requestId && (
              <div>
                <dt>{words.requestId}</dt>
                <dd>{requestId}</dd>
              </div>
            )}
          </dl>
        )}
        <div className={styles.actions}>
          {code !== '403' && <Button onClick={() => window.location.reload()}>{words.retry}</Button>}
          <Button variant={code === '403' ? 'filled' : 'default'} onClick={() => window.history.back()}>
            {words.back}
          </Button>
          <Button variant="default" onClick={() => go(HOME)}>
            {words.home}
          </Button>
          {requestId && (
            <CopyButton value={requestId}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  onClick={copy}
                >
                  {copied ? words.copied : words.copy}
                </Button>
              )}
            </CopyButton>
          )}
        </div>
      </div>
    </>
  )
}
