/** Series colours in order, six at most, the rest is "other" (look §3: distinct in every kind of colour vision). */
export const PALETTE = {
  light: ['#165dff', '#ec6f00', '#04a19b', '#77398a', '#75142a', '#66696f'],
  dark: ['#5b93ff', '#fdaf2d', '#96e8e9', '#8a4aad', '#bf4257', '#a8abb1'],
} as const
