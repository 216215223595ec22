import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { Button, Input, SegmentedControl, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { MAX_ADDRESS, MAX_NAME, MAX_PROFILE, OVERSEAS_CODE, type Profile, profileChange } from '../contract.ts'
import { text } from '../text.ts'
import styles from './account.module.css'
import { PROFILE_KEY } from './useProfile.ts'

const RegionPick = lazy(() => import('./RegionPick.tsx'))

const valuesOf = ({ displayName, regionCode, address, profile }: Profile) => ({
  displayName,
  regionCode,
  isOverseas: regionCode === OVERSEAS_CODE,
  address: address ?? '',
  profile: profile ?? '',
})

/** What a person says about himself. */
export function Basic({ profile, onSaved }: { profile: Profile; onSaved(): void }) {
  const { call, notify } = useApp()
  const { form: words, phone, email } = useText(text)
  const queries = useQueryClient()
  const { guardLeave } = usePage()
  const [values, setValues] = useState(() => valuesOf(profile))
  const [isPartial, setPartial] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [opening, setOpening] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(profile)) || isPartial
  useEffect(() => {
    guardLeave(isChanged ? words.leave : null)
    return () => guardLeave(null)
  }, [guardLeave, isChanged, words.leave])

  const set = (change: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors({})
  }
  const reset = (to: Profile) => {
    setValues(valuesOf(to))
    setPartial(false)
    setErrors({})
    setOpening((before) => before + 1)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!values.displayName.trim()) return setErrors({ displayName: words.nameNeeded })
    if (isPartial) return setErrors({ regionCode: words.regionNeeded })
    setBusy(true)
    try {
      const { isOverseas, ...body } = values
      const saved = await call(
        profileChange,
        { body: { ...body, regionCode: isOverseas ? OVERSEAS_CODE : body.regionCode, version: profile.version } },
        { quiet: true },
      )
      queries.setQueryData(PROFILE_KEY, saved)
      reset(saved)
      notify(words.saved, 'success')
      onSaved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors({ [error.field ?? 'form']: error.message })
      if (error.code === 409) await queries.invalidateQueries({ queryKey: PROFILE_KEY })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={words.name}
        description={words.nameHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={MAX_NAME}
        value={values.displayName}
        error={errors.displayName}
        onChange={(event) => set({ displayName: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <ReadOnly label={email} value={profile.email ?? words.unset} hint={words.contactHint} />
        <ReadOnly label={phone} value={profile.phone ?? words.unset} hint={words.contactHint} />
      </div>
      <Input.Wrapper label={words.country} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={words.country}
            value={values.isOverseas ? 'overseas' : 'china'}
            data={[
              { value: 'china', label: words.countries.china },
              { value: 'overseas', label: words.countries.overseas },
            ]}
            onChange={(country) => {
              set({ isOverseas: country === 'overseas', regionCode: country === 'overseas' ? OVERSEAS_CODE : null })
              setPartial(false)
            }}
          />
        </div>
      </Input.Wrapper>
      {!values.isOverseas && (
        <Suspense fallback={<Skeleton height={56} radius="sm" />}>
          <RegionPick
            key={opening}
            value={values.regionCode}
            error={errors.regionCode}
            onChange={(regionCode, isEmpty) => {
              set({ regionCode })
              setPartial(!regionCode && !isEmpty)
            }}
          />
        </Suspense>
      )}
      <TextInput
        label={words.address}
        placeholder={words.addressHint}
        maxLength={MAX_ADDRESS}
        value={values.address}
        error={errors.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <Textarea
        label={words.profile}
        description={`${words.profileHint} · ${values.profile.length}/${MAX_PROFILE}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MAX_PROFILE}
        value={values.profile}
        error={errors.profile}
        onChange={(event) => set({ profile: event.currentTarget.value })}
      />
      {errors.form && (
        <p className={styles.fault} role="alert">
          {errors.form}
        </p>
      )}
      <div className={styles.answers}>
        <Button type="submit" loading={isBusy}>
          {words.save}
        </Button>
        <Button variant="default" disabled={!isChanged} onClick={() => reset(profile)}>
          {words.reset}
        </Button>
      </div>
    </form>
  )
}

function ReadOnly({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <TextInput
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description']}
      classNames={{ input: styles.fixed! }}
      value={value}
      readOnly
    />
  )
}
