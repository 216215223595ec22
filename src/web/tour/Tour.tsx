import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Tour.layer.css'
import { Tour as Guide } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../kit/hooks/app.ts'
import { useSession } from '../session.ts'
import { useSettings } from '../settings.ts'
import { usePalette } from '../shell/palette.ts'
import { useCurrentPage } from '../shell/useMenu.ts'
import { stepsOf } from './steps.ts'
import { tourText } from './text.ts'
import styles from './tour.module.css'
import { endTour } from './tour.ts'

/**
 * Leads a role through its pages, pointing at what is really there. Arrows and Enter go on, Escape ends it; the words are
 * a dialog that takes the focus.
 */
export default function Tour() {
  const words = useText(tourText)
  const session = useSession((state) => state.info)!
  const isNarrow = useSettings((settings) => settings.device === 'mobile')
  const navigate = useNavigate()
  const current = useCurrentPage().path
  const [steps] = useState(() => stepsOf(session))
  const [at, setAt] = useState(0)
  const { path } = steps[at]!
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step leads to its page once; where the page leads on, it stays
  useEffect(() => {
    if (current !== path) void navigate({ to: path })
  }, [path])
  const asked = usePalette((state) => state.asked)
  const [askedBefore] = useState(asked)
  useEffect(() => {
    if (asked > askedBefore) endTour()
  }, [asked, askedBefore])
  return (
    <Guide
      active
      step={at}
      onStepChange={setAt}
      onClose={endTour}
      withCloseButton={false}
      spotlightPadding={4}
      spotlightRadius={8}
      maxWidth={340}
      zIndex={400}
      stepTransitionDuration={0}
      transitionProps={{ duration: 100, transition: 'fade' }}
      classNames={styles}
      labels={{ skip: words.skip, back: words.back, next: words.next, close: words.end, stepCounter: words.counter }}
    >
      {steps.map(({ word, ...step }) => (
        <Guide.Step
          key={word}
          // Before its page is there, a selector would find its like on the page that goes.
          {...(step.path === current && { target: isNarrow ? step.narrow : step.target })}
          title={words.steps[word].title}
        >
          {words.steps[word].body}
        </Guide.Step>
      ))}
    </Guide>
  )
}
