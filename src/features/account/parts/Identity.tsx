import { MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { Profile } from '../contract.ts'
import { text } from '../text.ts'
import styles from './account.module.css'

/** Who one is: a face of initials, name, role, organisation, and the facts nobody edits here. */
export function Identity({ profile, children }: { profile: Profile; children?: React.ReactNode }) {
  const words = useText(text)
  const { displayName: name } = profile
  const region = profile.regionCode && (profile.region.join(' ') || words.form.countries.overseas)
  const facts: [name: string, value: string | null][] = [
    [words.id, profile.accessId],
    [words.key, profile.accessKey],
    [words.phone, profile.phone],
    [words.email, profile.email],
    [words.region, region],
    [words.registered, fullTime(profile.createdAt)],
    [words.lastLogin, fullTime(profile.lastLoginAt)],
  ]
  return (
    <section className={`card ${styles.identity}`} aria-label={name}>
      <div className={styles.who}>
        <span className={styles.face} aria-hidden>
          {[...name].at(/[一-鿿]/.test(name) ? -1 : 0)!.toUpperCase()}
        </span>
        <div className={styles.whoText}>
          <p className={styles.name}>
            <span className="ellipsis" title={name}>
              {name}
            </span>
            <Tag tone="blue">{words.roles[profile.role]}</Tag>
            {profile.isCertified !== null && (
              <Tag tone={profile.isCertified ? 'green' : 'grey'}>
                {profile.isCertified ? words.certified : words.uncertified}
              </Tag>
            )}
          </p>
          {profile.organisation && <p className={styles.organisation}>{profile.organisation}</p>}
          <p className={styles.about}>{profile.profile ?? words.noProfile}</p>
        </div>
        {children && <div className={styles.whoActions}>{children}</div>}
      </div>
      <dl className={styles.facts}>
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd className="tabular">{value || <span className="flat">{MISSING}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
