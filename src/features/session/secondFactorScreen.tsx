import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../kit/hooks/app.ts'
import { type Brand, LoginFrame } from './LoginFrame.tsx'
import styles from './login.module.css'
import { loginText } from './screenText.ts'

const FactorOn = lazy(() => import('./parts/FactorOn.tsx'))

interface SecondFactorScreenProps {
  /** Leads on, once there is a second factor. */
  enter(): void
  /** Signs out. */
  leave(): void
  tools: ReactNode
  brand: Brand
}

/** Sets up the second factor an administrator asks of the role. There is no way past it but out. */
export default function SecondFactorScreen({ enter, leave, tools, brand }: SecondFactorScreenProps) {
  const words = useText(loginText)
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(false)
  return (
    <LoginFrame title={words.factorTitle} subtitle={words.factorSubtitle} tools={tools} brand={brand}>
      <ol className={`${styles.steps} ${styles.ahead}`}>
        {words.factorSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button size="lg" fullWidth leftSection={<IconShieldLock size={16} stroke={1.6} />} onClick={() => setOpen(true)}>
        {words.factorBegin}
      </Button>
      <Button size="lg" fullWidth variant="subtle" onClick={leave}>
        {words.leave}
      </Button>
      {isOpen && (
        // Its last step shows the recovery codes; only when they have been put away it leads on.
        <Suspense>
          <FactorOn onChanged={() => setOn(true)} onClose={() => (isOn ? enter() : setOpen(false))} />
        </Suspense>
      )}
    </LoginFrame>
  )
}
