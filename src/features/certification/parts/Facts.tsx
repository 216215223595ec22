import { clockOf } from '../../../core/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import type { Certification } from '../contract.ts'
import type { CertificationState } from '../flow.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './certification.module.css'

export const TONES: Record<CertificationState, Tone> = {
  auditing: 'orange',
  passed: 'green',
  rejected: 'red',
  withdrawn: 'grey',
  expired: 'grey',
}

/** What an application says, the number masked. */
export function Facts({ of }: { of: Certification }) {
  const { facts: names, longTerm } = useText(screenText)
  const { choices } = useText(text)
  const isEnterprise = of.accountType === 'enterprise'
  const facts: [name: string, value: React.ReactNode][] = [
    [names.accountType, choices.accountType[of.accountType]],
    [
      names.status,
      <Status key="status" tone={TONES[of.status]}>
        {choices.state[of.status]}
      </Status>,
    ],
    [names.time, clockOf(of.time)],
    [isEnterprise ? names.legalPerson : names.person, of.legalPerson],
    [names.certificateType, choices.certificateType[of.certificateType]],
    [names.number, of.authenticationNumber],
    ...(isEnterprise
      ? ([
          [names.enterpriseName, of.enterpriseName],
          [names.enterpriseCertificateType, choices.enterpriseCertificateType[of.enterpriseCertificateType!]],
          [names.organizationCode, of.organizationCode],
        ] as [string, React.ReactNode][])
      : []),
    [names.validThrough, of.validThrough ?? longTerm],
    ...(of.decidedAt ? [[names.decidedAt, clockOf(of.decidedAt)] as [string, React.ReactNode]] : []),
    ...(of.reason ? [[names.reason, of.reason] as [string, React.ReactNode]] : []),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
