import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { isOrganisationCode, isPaperNumber, maskNumber } from '../../../features/certification/papers.ts'
import { SEALED_FOR, todoOf } from '../../../features/certification/server.ts'
import { addApplication, decide, hold } from '../../../features/certification/sql.ts'
import { secrets } from '../../auth/secrets.ts'
import { sendNotices } from '../../messages/messages.ts'

const PERSONS = ['周青柚', '韩云岫', '苏拾光', '叶半帧', '麦浪', '景潮', '南屏', '木棉', '夏知', '唐梨', '柏川', '周屿']
const COO = '5'

interface Party {
  id: string
  name: string
  isPerson: boolean
}

/** Whom the bank account of a partner of the demo belongs to: the name on its papers. */
export const holderOf = ({ name, isPerson }: Party, nr: number): string =>
  isPerson ? PERSONS[nr % PERSONS.length]! : `${name}有限公司`

/** A number that its check digit makes one: of nobody, but of the right form. */
const numbered = (start: string, letters: string, isRight: (number: string) => boolean): string =>
  [...letters].map((last) => start + last).find(isRight)!
const identityCard = (nr: number): string =>
  numbered(`1101011985${String(1 + (nr % 9)).padStart(2, '0')}15${100 + nr}`, '0123456789X', (number) =>
    isPaperNumber('identityCard', number),
  )
const organisationCode = (nr: number): string =>
  numbered(`91310000MA1F${10_000 + nr}`, '0123456789ABCDEFGHJKLMNPQRTUWXY', isOrganisationCode)

/**
 * Papers of partners and suppliers, the first partner's with an older name before. Partners without an account wait or
 * were rejected; of the suppliers one waits and one was rejected.
 */
export async function fillCertifications(db: Db, now: Date): Promise<void> {
  const partners = await readParties(db)
  for (const [nr, party] of partners.entries()) {
    if (nr === 0) await add(db, { partnerId: party.id }, { ...party, name: '青柚里内容社' }, nr, now, true)
    const isPassed = nr % 6 !== 4
    await add(db, { partnerId: party.id }, party, nr, now, isPassed ? true : nr < 6 ? null : '企业名称与营业执照不一致')
  }
  const suppliers = await db.rows<Party>(sql`select id::text, name, false as "isPerson" from supplier order by id`)
  for (const [nr, party] of suppliers.entries()) {
    const ends = [null, '证件号码与法人姓名不符，请核对后重新提交', true] as const
    await add(db, { supplierId: party.id }, party, 40 + nr, now, ends[nr % 3]!)
  }
}

/** The partners as their papers name them. */
export const readParties = (db: Db): Promise<Party[]> =>
  db.rows<Party>(sql`select id::text, name, kind = 'person' as "isPerson" from partner order by id`)

/** One application: passed, rejected with a reason, or still waiting. */
async function add(
  db: Db,
  { partnerId = null, supplierId = null }: { partnerId?: string | null; supplierId?: string | null },
  party: Party,
  nr: number,
  now: Date,
  end: true | string | null,
): Promise<void> {
  const number = identityCard(nr)
  const isEnterprise = !party.isPerson
  const { id } = (await addApplication(db, {
    ...{ partnerId, supplierId, accountType: isEnterprise ? 'enterprise' : 'person', certificateType: 'identityCard' },
    ...{
      legalPerson: PERSONS[nr % PERSONS.length]!,
      sealed: secrets.seal(number, SEALED_FOR),
      masked: maskNumber(number),
    },
    enterpriseName: isEnterprise ? holderOf(party, nr) : null,
    enterpriseCertificateType: isEnterprise ? 'businessLicence' : null,
    organisationCode: isEnterprise ? organisationCode(nr) : null,
    ...{ validThrough: null, by: null, now },
  }))!
  if (end === null) return sendNotices(db, null, todoOf(id, holderOf(party, nr), partnerId))
  const found = (await hold(db, sql`true`, id))!
  const state = end === true ? 'passed' : 'rejected'
  await decide(db, found, { state, reason: end === true ? null : end, by: COO, now })
}
