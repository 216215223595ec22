/** Only web addresses are opened: a stored `javascript:` link must stay text. */
export const safeLink = (url: string | null): string | undefined => (url && /^https?:\/\//i.test(url) ? url : undefined)
