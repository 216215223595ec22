import { AppError } from '../../core/errors.ts'
import { LANGUAGES } from '../../core/text.ts'
import { PASSWORD_MIN } from './limits.ts'
import { errors, passwordRules } from './text.ts'

/** Common with us: keys that lie side by side, words of China, our own. Compared without case and what stands behind. */
const OURS = `1qazxsw23edc zxcvbnm123 asdfghjkl woaini woaini520 woaini1314 5201314520 aa12345678 qq123456789 111222333
  112233445566 1231231234 159357159357 123456abcdef admin123456 adminadmin letmeinplease backlot backlot-demo`

let common: Promise<ReadonlySet<string>> | undefined

/** The fifty thousand that are tried first. Fetched with the first new password: most processes never see one. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...OURS.split(/\s+/)])
}

/** Digits and signs behind a common word make no other word of it. */
async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon()
  const [known, lower] = [await common, password.toLowerCase()]
  return known.has(lower) || known.has(lower.replace(/(?<![\d!@#$.])[\d!@#$.]+$/, '')) || new Set(lower).size < 4
}

/** Refuses a new password with every rule it breaks: length, the account's name in it, too well known. */
export async function checkNewPassword(password: string, accessKey: string, field: string): Promise<void> {
  const broken = [
    [...password].length < PASSWORD_MIN && passwordRules.short,
    password.toLowerCase().includes(accessKey.toLowerCase()) && passwordRules.named,
    (await isCommon(password)) && passwordRules.common,
  ].filter((rule) => rule !== false)
  if (broken.length === 0) return
  const [zh, en] = LANGUAGES.map((language) =>
    broken.map((rule) => rule[language]).join(language === 'zh-CN' ? '；' : '; '),
  )
  const words = { ...errors.WEAK_PASSWORD }
  throw new AppError(
    'WEAK_PASSWORD',
    {
      status: words.status,
      'zh-CN': words['zh-CN'].replace('{rules}', zh!),
      'en-US': words['en-US'].replace('{rules}', en!),
    },
    { field },
  )
}
