import { lazy, Suspense, useEffect, useState } from 'react'

const Tip = lazy(() => import('./Tip.tsx'))

/**
 * Shows the words of `data-tip` beside whatever carries it, on hover and on focus by key; `data-tip-at` names the
 * side, `data-tip-tap` shows it on a tap too. One host for the whole page: a part that only names itself need not bring the library of floating things.
 */
export function TipHost() {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const carrierOf = ({ target: at }: Event) =>
      at instanceof Element ? at.closest<HTMLElement>('[data-tip]:not([data-tip=""])') : null
    const follow = (event: PointerEvent) => {
      const carrier = carrierOf(event)
      setTarget(event.pointerType !== 'touch' || carrier?.hasAttribute('data-tip-tap') ? carrier : null)
    }
    const focus = (event: FocusEvent) => {
      const carrier = carrierOf(event)
      setTarget(carrier?.matches(':focus-visible') ? carrier : null)
    }
    const hide = () => setTarget(null)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    document.addEventListener('pointerover', follow)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('mousedown', hide)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerover', follow)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('mousedown', hide)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return target && <Suspense>{<Tip key={target.dataset.tip} target={target} />}</Suspense>
}
