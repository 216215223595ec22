import { AppError } from '../../core/errors.ts'
import { LANGUAGES } from '../../core/text.ts'
import { PASSWORD_MIN } from './limits.ts'
import { errors, passwordRules } from './text.ts'

/** Passwords of ten and more characters that are tried first. Compared without case and without trailing digits. */
const COMMON = new Set(
  `1234567890 0123456789 0987654321 1111111111 0000000000 1qaz2wsx3edc qwertyuiop qwerty1234 password password1234 passw0rd p@ssw0rd
   iloveyou administrator adminadmin admin123456 letmeinplease welcome changeme woaini woaini1314 woaini520 5201314520 a123456789
   123456789a abc1234567 abcdefghij aa12345678 qq123456789 zxcvbnm zxcvbnm123 asdfghjkl 1q2w3e4r5t 1qazxsw23edc qazwsxedcr
   football baseball sunshine princess superman trustno1 111222333 112233445566 123123123 1231231234 147258369 159357159357
   987654321 9876543210 123456abcdef backlot backlot-demo`.split(/\s+/),
)

const isCommon = (password: string): boolean => {
  const lower = password.toLowerCase()
  return COMMON.has(lower) || COMMON.has(lower.replace(/(?<![\d!@#$.])[\d!@#$.]+$/, '')) || new Set(lower).size < 4
}

/** Refuses a new password with every rule it breaks: length, the account's name in it, too well known. */
export function checkNewPassword(password: string, accessKey: string, field: string): void {
  const broken = [
    [...password].length < PASSWORD_MIN && passwordRules.short,
    password.toLowerCase().includes(accessKey.toLowerCase()) && passwordRules.named,
    isCommon(password) && passwordRules.common,
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
