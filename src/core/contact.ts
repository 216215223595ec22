/** A mainland mobile number without blanks, dashes and country code; other text stays as it is. */
export const foldPhone = (phone: string): string => phone.replace(/[\s-]/g, '').replace(/^(\+|00)86/, '')

export const isPhone = (phone: string): boolean => /^1[3-9]\d{9}$/.test(foldPhone(phone))

export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,63}$/i.test(text.trim())

/** 13800000000 → 138****0000. */
export const maskPhone = (phone: string | null): string | null => phone && `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** anna@b.cn → a***@b.cn. */
export const maskEmail = (email: string | null): string | null =>
  email && `${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}`
