/** Series colours in order, six at most, the rest is "other" (look §3: distinct in every kind of colour vision). */
export const PALETTE = {
  light: ['#165dff', '#ec6f00', '#04a19b', '#77398a', '#75142a', '#66696f'],
  dark: ['#5b93ff', '#fdaf2d', '#96e8e9', '#8a4aad', '#bf4257', '#a8abb1'],
} as const

/** One blue ramp from weak to strong, reversed in dark: the strongest is the farthest from the ground. */
export const HEAT = {
  light: ['#e8f3ff', '#bedaff', '#94bfff', '#6aa1ff', '#4080ff', '#165dff', '#0e42d2'],
  dark: ['#14213f', '#0e2a75', '#1540b0', '#1d4dd2', '#306fff', '#689fff', '#bedaff'],
} as const
