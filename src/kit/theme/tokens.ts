/** Neutral colours of both themes. Text 1–3 keep 4.5:1 on every ground named here; text 4 is for icons and disabled. */
export const tokens = {
  light: {
    canvas: '#f6f7f9',
    surface: '#ffffff',
    subtle: '#f7f8fa',
    fill: '#f2f3f5',
    'fill-2': '#e9ebef',
    line: '#e8eaed',
    'line-2': '#d3d7de',
    ctl: '#c9cdd4',
    t1: '#1d2129',
    t2: '#4e5969',
    t3: '#646e7d',
    t4: '#86909c',
    red: '#cb272d',
    green: '#008026',
    placeholder: '#646e7d',
    shade: 'rgba(29, 33, 41, 0.04)',
  },
  dark: {
    canvas: '#0f1115',
    surface: '#16181d',
    subtle: '#1a1d23',
    fill: '#21252d',
    'fill-2': '#2a2f38',
    line: '#262a32',
    'line-2': '#383e49',
    ctl: '#4a515e',
    t1: '#e6e9ef',
    t2: '#b3bac6',
    t3: '#949cab',
    t4: '#727a89',
    red: '#f76965',
    green: '#27c346',
    placeholder: '#8a92a1',
    shade: 'rgba(255, 255, 255, 0.04)',
  },
} as const

export type Scheme = keyof typeof tokens

/** The colour of a direction: the Chinese market reads red as up. */
export function directionColors(scheme: Scheme, upIsRed: boolean): { up: string; down: string } {
  const { red, green } = tokens[scheme]
  return upIsRed ? { up: red, down: green } : { up: green, down: red }
}

/** Status dots, the same in both themes. */
export const STATUS = { live: '#00b42a', progress: '#165dff', waiting: '#ff7d00', failed: '#f53f3f', idle: '#86909c' }
