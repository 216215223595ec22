import { generate } from '@arco-design/color'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast } from './contrast.ts'
import { hueOf } from './hue.ts'
import { DEFAULT_COLOR, HUES, type Shades, shadesOf } from './palette.ts'
import { makeResolver, variablesOf } from './theme.ts'
import { type Scheme, tokens } from './tokens.ts'

const SCHEMES: Scheme[] = ['light', 'dark']
const READABLE = 4.5

/** Every text and ground that meet, for a theme colour. */
function pairsOf(scheme: Scheme, shades: Shades): [name: string, text: string, ground: string][] {
  const colors = tokens[scheme]
  const grounds = ['canvas', 'surface', 'subtle', 'fill'] as const
  const texts = ['t1', 't2', 't3', 'placeholder'] as const
  const neutral = texts.flatMap((text) =>
    grounds.map((ground): [string, string, string] => [`${text} on ${ground}`, colors[text], colors[ground]]),
  )
  const direction = (['red', 'green'] as const).flatMap((text) =>
    (['surface', 'subtle'] as const).map((ground): [string, string, string] => [
      `${text} on ${ground}`,
      colors[text],
      colors[ground],
    ]),
  )
  const hues = Object.entries({ ...HUES, brand: shades }).flatMap(([name, hue]) => {
    const parts = hueOf(hue, scheme)
    const pairs: [string, string, string][] = [
      [`white on ${name}`, '#ffffff', parts.filled],
      [`white on ${name} hovered`, '#ffffff', parts['filled-hover']],
      [`${name} on its tint`, parts['light-color'], parts.light],
      [`${name} on its tint hovered`, parts['light-color'], parts['light-hover']],
      [`${name} link on surface`, parts.text, colors.surface],
      [`${name} link on subtle`, parts.text, colors.subtle],
      [`${name} link hovered`, parts.text, colors.fill],
    ]
    return pairs
  })
  return [...neutral, ...direction, ...hues]
}

const unreadable = (scheme: Scheme, shades: Shades) =>
  pairsOf(scheme, shades)
    .filter(([, text, ground]) => contrast(text, ground) < READABLE)
    .map(([name, text, ground]) => `${scheme}: ${name} ${text}/${ground} ${contrast(text, ground).toFixed(2)}`)

describe('contrast', () => {
  it('knows the ends of the scale', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#777777')).toBe(1)
  })

  it.each([DEFAULT_COLOR, '#F7BA1E', '#14C9C9', '#722ED1', '#F53F3F'])(
    'is kept for the theme colour %s',
    async (color) => {
      const shades = await shadesOf(color)
      for (const scheme of SCHEMES) expect(unreadable(scheme, shades)).toEqual([])
    },
  )

  it('is kept for any theme colour', async () => {
    const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
    await fc.assert(
      fc.asyncProperty(anyColor, async (color) => {
        const shades = await shadesOf(color)
        for (const scheme of SCHEMES) expect(unreadable(scheme, shades)).toEqual([])
      }),
      { seed: 20261120, numRuns: 300 },
    )
  })

  it('of the dimmest text is at least 3:1, enough for icons and disabled controls', () => {
    for (const scheme of SCHEMES) expect(contrast(tokens[scheme].t4, tokens[scheme].surface)).toBeGreaterThan(3)
  })
})

describe('palette', () => {
  it('gives the ten shades the specification names for the default colour', () => {
    expect(HUES.brand.light.join(' ').toUpperCase()).toBe(
      '#E8F3FF #BEDAFF #94BFFF #6AA1FF #4080FF #165DFF #0E42D2 #072CA6 #031A79 #000D4D',
    )
  })

  it('has the default colour written out exactly as the generator makes it', () => {
    const lower = (dark: boolean) => generate(DEFAULT_COLOR, { list: true, dark }).map((shade) => shade.toLowerCase())
    expect(HUES.brand.light).toEqual(lower(false))
    expect(HUES.brand.dark).toEqual(lower(true))
  })
})

describe('variables', () => {
  it('follow the market: red up in one direction, green up in the other', () => {
    expect(variablesOf('light', HUES.brand, true)).toMatchObject({ '--up': '#cb272d', '--down': '#008026' })
    expect(variablesOf('light', HUES.brand, false)).toMatchObject({ '--up': '#008026', '--down': '#cb272d' })
  })

  it('exist in both themes under the same names', () => {
    const { light, dark } = makeResolver(HUES.brand, true)({} as never)
    expect(Object.keys(light)).toEqual(Object.keys(dark))
  })
})
