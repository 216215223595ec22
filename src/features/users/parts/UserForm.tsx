import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Role, SETTLEMENT_PRODUCTS } from '../../../core/access.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { type User, userCreate, usersList, usersOptions, userUpdate } from '../contract.ts'
import { errors } from '../errors.ts'
import { grantableRoles, mayManage, organisationOf, problemsOf } from '../rules.ts'
import { text } from '../text.ts'
import { ContactFields } from './ContactFields.tsx'
import type { OneTimeLink } from './dialog.ts'
import { changedFields, creationOf, EMPTY, type Field, patchOf, RIGHTS, rebase, valuesOf } from './formValues.ts'
import { StaleAlert } from './StaleAlert.tsx'
import { useAct } from './useAct.ts'
import styles from './users.module.css'

interface UserFormProps {
  /** The account to edit; without one the form makes a new account. */
  user?: User
  close(): void
  onCreated(displayName: string, link: OneTimeLink): void
}

/** Makes or edits an account. What was typed survives every refusal, also that of a stale edit. */
export function UserForm({ user, close, onCreated }: UserFormProps) {
  const { language, session, notify, call } = useApp()
  const words = useText(text)
  const page = usePage()
  const { act, isBusy } = useAct()
  const roles = session ? grantableRoles(session) : []
  const options = useQuery({
    queryKey: [usersList.key, usersOptions.path],
    queryFn: ({ signal }) => call(usersOptions, {}, { signal }),
  })
  /** The account as last read, and the newer state a refused save told of. */
  const [base, setBase] = useState(user)
  const [overtaken, setOvertaken] = useState<{ before: User; after: User }>()
  const [baseValues, setBaseValues] = useState(() => (user ? valuesOf(user) : { ...EMPTY, role: onlyOf(roles) }))
  const [failure, setFailure] = useState<string>()
  const form = useForm({ initialValues: baseValues })
  const { values } = form

  const changed = changedFields(values, baseValues)
  const isDirty = changed.length > 0
  const { guardLeave } = page
  useEffect(() => {
    guardLeave(isDirty ? words.form.leave : null)
    return () => guardLeave(null)
  }, [guardLeave, isDirty, words])

  const managesRights = !base || (!!session && mayManage(session, base))
  const organisation = values.role ? organisationOf[values.role] : null
  const choices = {
    partnerId: options.data?.partners,
    supplierId: options.data?.suppliers,
    teamId: options.data?.teams,
    lineId: options.data?.lines,
  }

  async function leave() {
    if (!isDirty || (await confirm({ ...words.form.discard, isDanger: true }))) close()
  }

  function explain(problems: ReturnType<typeof problemsOf>) {
    form.setErrors(Object.fromEntries(Object.entries(problems).map(([f, reason]) => [f, errors[reason][language]])))
  }

  async function submit() {
    setFailure(undefined)
    const problems = base
      ? problemsOf(judgedOf(patchOf(values, baseValues), values.role))
      : problemsOf(creationOf(values))
    if (!values.role) return form.setFieldError('role', words.form.choose)
    if (Object.keys(problems).length > 0) return explain(problems)
    try {
      if (base) {
        const patch = patchOf(values, baseValues)
        await act(userUpdate, { params: { id: base.accessId }, body: { ...patch, version: base.version } }, true)
        notify(words.form.saved, 'success')
        close()
      } else {
        const { path, expiresAt } = await act(userCreate, { body: creationOf(values) }, true)
        onCreated(values.displayName, { path, expiresAt })
      }
    } catch (error) {
      refused(error)
    }
  }

  function refused(error: unknown) {
    if (!(error instanceof CallError)) return setFailure(String(error))
    if (error.reason === 'STALE' && base) {
      const current = error.data.current as User
      const currentValues = { ...valuesOf(current), phone: baseValues.phone, email: baseValues.email }
      form.setValues(rebase(values, baseValues, currentValues))
      setOvertaken({ before: base, after: current })
      setBaseValues(currentValues)
      setBase(current)
    } else if (error.field && error.field in values) form.setFieldError(error.field, error.message)
    else setFailure(error.message)
  }

  /** Contact data in clear, once its owner's account was opened for editing it. */
  function reveal(contact: { phone: string; email: string }) {
    setBaseValues((stands) => ({ ...stands, ...contact }))
    form.setValues(contact)
  }

  const title = user ? words.form.editTitle(user.displayName) : words.form.createTitle
  const field = (name: Field) => ({ ...form.getInputProps(name), error: form.errors[name] })
  return (
    <Modal
      opened
      onClose={leave}
      title={title}
      size={560}
      closeOnClickOutside={false}
      classNames={{ body: styles.form! }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {overtaken && <StaleAlert {...overtaken} />}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {base && !managesRights && <p className={styles.lead}>{words.profile.own}</p>}
        <div className={styles.fields}>
          {!user && (
            <TextInput
              data-autofocus
              label={words.columns.accessKey}
              description={form.errors.accessKey ? undefined : words.form.keyHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              spellCheck={false}
              required
              {...field('accessKey')}
            />
          )}
          <TextInput
            data-autofocus={!!user || undefined}
            className={user ? styles.wide : undefined}
            label={words.columns.displayName}
            autoComplete="off"
            required
            {...field('displayName')}
          />
          <Select
            className={styles.wide}
            label={words.columns.role}
            description={values.role && !form.errors.role ? words.roleHints[values.role] : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={words.form.choose}
            data={(managesRights ? roles : base ? [base.role] : []).map((role) => ({
              value: role,
              label: words.choices.role[role],
            }))}
            renderOption={({ option }) => (
              <span className={styles.option}>
                {option.label}
                <small>{words.roleHints[option.value as Role]}</small>
              </span>
            )}
            allowDeselect={false}
            disabled={!managesRights}
            required
            {...field('role')}
            value={values.role || null}
          />
          {organisation && (
            <Select
              label={words.organisations[organisation.field]}
              placeholder={organisation.required ? words.form.choose : words.allLines}
              data={choices[organisation.field]?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              searchable
              clearable={!organisation.required && managesRights}
              allowDeselect={!organisation.required}
              disabled={!managesRights || options.isPending}
              required={organisation.required}
              {...field(organisation.field)}
              value={values[organisation.field] || null}
              onChange={(value) => form.setFieldValue(organisation.field, value ?? '')}
            />
          )}
          <Select
            className={organisation ? undefined : styles.wide}
            label={words.columns.accessState}
            placeholder={words.form.stateNone}
            data={SETTLEMENT_PRODUCTS.map((product) => ({ value: product, label: words.choices.accessState[product] }))}
            clearable={managesRights}
            disabled={!managesRights}
            {...field('accessState')}
            value={values.accessState || null}
            onChange={(value) => form.setFieldValue('accessState', (value ?? '') as typeof values.accessState)}
          />
          <ContactFields base={base} field={field} onReveal={reveal} />
          <Textarea
            className={styles.wide}
            label={words.columns.remark}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            {...field('remark')}
          />
        </div>
        {base && changed.some((name) => RIGHTS.includes(name)) && (
          <Alert color="orange" mt={12}>
            {words.form.signsOut}
          </Alert>
        )}
        <div className={styles.answers}>
          <Button variant="default" onClick={leave}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!!base && !isDirty}>
            {user ? words.save : words.create}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Who may grant one role only need not choose it. */
const onlyOf = (roles: readonly Role[]): Role | '' => (roles.length === 1 ? roles[0]! : '')

/** An unchanged role still decides which organisation a changed one must be. */
function judgedOf(patch: ReturnType<typeof patchOf>, role: Role | ''): Parameters<typeof problemsOf>[0] {
  const touchesOrganisation = ['partnerId', 'supplierId', 'teamId', 'lineId'].some((name) => name in patch)
  return touchesOrganisation && role ? { ...patch, role } : patch
}
