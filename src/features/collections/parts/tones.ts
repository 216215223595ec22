/** As upstream has them, read by the look's law: what is live is green, what rests is grey. */
export const TONES = { status: { online: 'green', offline: 'grey' } } as const
