/** Ten shades of a colour, lightest first in light and darkest first in dark; the sixth is the colour itself. */
export interface Shades {
  light: readonly string[]
  dark: readonly string[]
}

const list = (text: string) => text.split(' ').map((hex) => `#${hex}`)
const shades = (light: string, dark: string): Shades => ({ light: list(light), dark: list(dark) })

export const DEFAULT_COLOR = '#165DFF'

/**
 * The shades of the default theme colour and of the status hues as the generator gives them, written out so that the
 * first page does not carry the generator; a test compares the two.
 */
export const HUES = {
  brand: shades(
    'e8f3ff bedaff 94bfff 6aa1ff 4080ff 165dff 0e42d2 072ca6 031a79 000d4d',
    '000d4d 041b79 0e32a6 1d4dd2 306fff 3c7eff 689fff 93beff bedaff eaf4ff',
  ),
  red: shades(
    'ffece8 fdcdc5 fbaca3 f98981 f76560 f53f3f cb272d a1151e 770813 4d000a',
    '4d000a 770611 a1161f cb2e34 f54e4e f76965 f98d86 fbb0a7 fdd1ca fff0ec',
  ),
  orange: shades(
    'fff7e8 ffe4ba ffcf8b ffb65d ff9a2e ff7d00 d25f00 a64500 792e00 4d1b00',
    '4d1b00 793004 a64b0a d26913 ff8d1f ff9626 ffb357 ffcd87 ffe3b8 fff7e8',
  ),
  gold: shades(
    'fffce8 fdf4bf fce996 fadc6d f9cc45 f7ba1e cc9213 a26d0a 774b04 4d2d00',
    '4d2d00 774b04 a26f0f cc961f f7c034 f9cc44 fadc6c fce995 fdf4be fffce8',
  ),
  green: shades(
    'e8ffea aff0b5 7be188 4cd263 23c343 00b42a 009a29 008026 006622 004d1c',
    '004d1c 046625 0a802d 129a37 1db440 27c346 50d266 7ee18b b2f0b7 ebffec',
  ),
  cyan: shades(
    'e8fffb b7f4ec 89e9e0 5edfd6 37d4cf 14c9c9 0da5aa 07828b 03616c 00424d',
    '00424d 06616c 11838b 1fa6aa 30c9c9 3fd4cf 66dfd7 90e9e1 bef4ed f0fffc',
  ),
  blue: shades(
    'e8f7ff c3e7fe 9fd4fd 7bc0fc 57a9fb 3491fa 206ccf 114ba3 063078 001a4d',
    '001a4d 052f78 134ca3 2971cf 469afa 5aaafb 7dc1fc a1d5fd c6e8fe eaf8ff',
  ),
  purple: shades(
    'f5e8ff ddbef6 c396ed a871e3 8d4eda 722ed1 551db0 3c108f 27066e 16004d',
    '16004d 27066e 3e138f 5a25b0 7b3dd1 8e51da a974e3 c59aed dfc2f6 f7edff',
  ),
  magenta: shades(
    'ffe8f1 fdc2db fb9dc7 f979b7 f754a8 f5319d cb1e83 a11069 77064f 4d0034',
    '4d0034 770850 a1176c cb2b88 f545a6 f756a9 f97ab8 fb9ec8 fdc3db ffe8f1',
  ),
} as const satisfies Record<string, Shades>

/** The colours the settings drawer offers beside a free choice. */
export const PRESETS = ['#165DFF', '#722ED1', '#14C9C9', '#00B42A', '#F77234'] as const

export const GREYS = list('f7f8fa f2f3f5 e5e6eb c9cdd4 a9aeb8 86909c 6b7785 4e5969 272e3b 1d2129')
/** Mantine reads its dark surfaces and text from this tuple: text first, page last. */
export const DARK_GREYS = list('e6e9ef c2c8d2 9aa2b0 8a92a1 383e49 2a2f38 21252d 16181d 0f1115 090a0d')

/** True for `#rrggbb`. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The ten light and dark shades of any colour; the generator is fetched only for one that is not the default. */
export async function shadesOf(color: string): Promise<Shades> {
  if (color.toUpperCase() === DEFAULT_COLOR) return HUES.brand
  const { generate } = await import('@arco-design/color')
  const lower = (colors: string[]) => colors.map((shade) => shade.toLowerCase())
  return {
    light: lower(generate(color, { list: true })),
    dark: lower(generate(color, { list: true, dark: true })),
  }
}
