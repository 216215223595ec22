import { isDay } from '../../core/time.ts'

export const ACCOUNT_TYPES = ['enterprise', 'person'] as const
export const CERTIFICATE_TYPES = ['identityCard', 'passport', 'travelPermit'] as const
export type CertificateType = (typeof CERTIFICATE_TYPES)[number]
export const ENTERPRISE_CERTIFICATE_TYPES = ['businessLicence', 'institution', 'socialOrganisation'] as const

/** A number as it is written on the paper: no blanks or dashes, capital letters. */
export const plainNumber = (given: string): string => given.replace(/[\s-]/g, '').toUpperCase()

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** An identity card's number: a birthday that exists and the check digit of GB 11643. */
function isIdentityCard(number: string): boolean {
  const [, year, month, day] = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(number) ?? []
  if (!isDay(`${year}-${month}-${day}`)) return false
  const sum = ID_WEIGHTS.reduce((before, weight, at) => before + weight * Number(number[at]), 0)
  return number[17] === '10X98765432'[sum % 11]
}

/** Whether a plain number may be one of such a paper. */
export function isPaperNumber(type: CertificateType, number: string): boolean {
  if (type === 'identityCard') return isIdentityCard(number)
  return type === 'passport' ? /^[A-Z0-9]{6,12}$/.test(number) : /^[A-Z]?\d{7,10}$/.test(number)
}

const CODE_LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** Whether a plain code is a unified social credit code: its letters and the check letter of GB 32100. */
export function isOrganisationCode(code: string): boolean {
  const values = [...code].map((letter) => CODE_LETTERS.indexOf(letter))
  if (values.length !== 18 || values.includes(-1)) return false
  const sum = values.slice(0, 17).reduce((before, value, at) => before + value * (3 ** at % 31), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/** What is shown of a number: its first and last letters. */
export function maskNumber(number: string): string {
  const ends = number.length >= 15 ? 3 : 1
  return number.slice(0, ends) + '*'.repeat(number.length - 2 * ends) + number.slice(-ends)
}
