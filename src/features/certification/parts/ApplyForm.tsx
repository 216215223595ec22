import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Input, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayOf } from '../../../core/time.ts'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { type Certification, certificationApply, MAX_NAME } from '../contract.ts'
import {
  ACCOUNT_TYPES,
  CERTIFICATE_TYPES,
  ENTERPRISE_CERTIFICATE_TYPES,
  isOrganisationCode,
  isPaperNumber,
  plainNumber,
} from '../papers.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './certification.module.css'

const FIELDS = [
  ...(['enterpriseName', 'enterpriseCertificateType', 'organizationCode'] as const),
  ...(['legalPerson', 'certificateType', 'number', 'validThrough'] as const),
]
type Field = (typeof FIELDS)[number]

interface Props {
  /** What stands now; its words are the form's beginning, but never its number. */
  present: Certification | null
  onClose(): void
  onDone(): void
}

/** An application: what the papers say. */
export function ApplyForm({ present, onClose, onDone }: Props) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const { choices } = useText(text)
  const [accountType, setAccountType] = useState(present?.accountType ?? 'enterprise')
  const [values, setValues] = useState({
    enterpriseName: present?.enterpriseName ?? '',
    enterpriseCertificateType: present?.enterpriseCertificateType ?? 'businessLicence',
    organizationCode: present?.organizationCode ?? '',
    legalPerson: present?.legalPerson ?? '',
    certificateType: present?.certificateType ?? 'identityCard',
    number: '',
    validThrough: '',
  })
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const isEnterprise = accountType === 'enterprise'
  const set = (change: Partial<typeof values>) => {
    setFaults({})
    setValues((before) => ({ ...before, ...change }))
  }
  const input = (name: Field, hint?: string) => ({
    value: values[name],
    error: faults[name],
    description: hint,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const select = <N extends 'enterpriseCertificateType' | 'certificateType'>(
    name: N,
    all: readonly (typeof values)[N][],
  ) => ({
    value: values[name],
    error: faults[name],
    allowDeselect: false,
    withAsterisk: true,
    data: all.map((value) => ({ value, label: (choices[name] as Record<string, string>)[value]! })),
    onChange: (next: string | null) => next && set({ [name]: next }),
  })
  const validate = () => {
    const { form } = words
    const found: Partial<Record<Field, string | false>> = {
      ...(isEnterprise && {
        enterpriseName: values.enterpriseName.trim().length < 2 && form.needed,
        organizationCode: !isOrganisationCode(plainNumber(values.organizationCode)) && form.code,
      }),
      legalPerson: values.legalPerson.trim().length < 2 && form.needed,
      number: !isPaperNumber(values.certificateType, plainNumber(values.number)) && form.number,
      validThrough: !!values.validThrough && values.validThrough < dayOf(new Date()) && form.ended,
    }
    const real = Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as typeof faults
    setFaults(real)
    return Object.keys(real).length === 0
  }
  return (
    <FormModal
      title={present ? words.modify : words.title}
      note={present ? words.modifyNote : words.applyNote}
      confirm={words.send}
      size={640}
      validate={validate}
      submit={async (idempotencyKey) => {
        const { enterpriseName, enterpriseCertificateType, organizationCode, validThrough, ...rest } = values
        const enterprise = isEnterprise
          ? { enterpriseName, enterpriseCertificateType, organizationCode }
          : { enterpriseName: null, enterpriseCertificateType: null, organizationCode: null }
        const body = { accountType, ...rest, ...enterprise, validThrough: validThrough || null }
        await call(certificationApply, { body }, { idempotencyKey, quiet: true })
        notify(words.sent, 'success')
        onDone()
      }}
      onRefused={(error) => {
        const isKnown = FIELDS.some((name) => name === error.field)
        if (isKnown) setFaults({ [error.field!]: error.message })
        return isKnown
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Input.Wrapper className={styles.wide} label={words.facts.accountType} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={words.facts.accountType}
              value={accountType}
              data={ACCOUNT_TYPES.map((value) => ({ value, label: choices.accountType[value] }))}
              onChange={(next) => {
                setFaults({})
                setAccountType(next as typeof accountType)
              }}
            />
          </div>
        </Input.Wrapper>
        {isEnterprise && (
          <>
            <TextInput
              className={styles.wide}
              label={words.form.enterpriseName}
              withAsterisk
              maxLength={MAX_NAME}
              {...input('enterpriseName', words.form.enterpriseNameHint)}
            />
            <Select
              label={words.facts.enterpriseCertificateType}
              {...select('enterpriseCertificateType', ENTERPRISE_CERTIFICATE_TYPES)}
            />
            <TextInput
              label={words.facts.organizationCode}
              withAsterisk
              maxLength={40}
              {...input('organizationCode', words.form.organizationCodeHint)}
            />
          </>
        )}
        <TextInput
          label={isEnterprise ? words.facts.legalPerson : words.facts.person}
          withAsterisk
          maxLength={MAX_NAME}
          {...input('legalPerson')}
        />
        <Select label={words.facts.certificateType} {...select('certificateType', CERTIFICATE_TYPES)} />
        <TextInput label={words.facts.number} withAsterisk maxLength={40} autoComplete="off" {...input('number')} />
        <DateField
          label={words.facts.validThrough}
          description={words.form.validThroughHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.validThrough}
          error={faults.validThrough}
          onChange={(validThrough) => set({ validThrough })}
        />
      </div>
    </FormModal>
  )
}
