import { contrast, firstReadable, mix } from './contrast.ts'
import type { Shades } from './palette.ts'
import { type Scheme, tokens } from './tokens.ts'

/** What Mantine paints a colour with. */
export interface Hue {
  filled: string
  'filled-hover': string
  light: string
  'light-hover': string
  'light-color': string
  outline: string
  text: string
}

const WHITE = '#ffffff'

/**
 * A colour's parts with their contrast kept whatever the colour: fill is the sixth shade or the next darker that
 * carries white text; text on a tint and links are the first shade that can be read there, else plain text; a tint
 * under the pointer deepens as far as its text allows.
 */
export function hueOf(shades: Shades, scheme: Scheme): Hue {
  const { light, dark } = shades
  const { surface, subtle, fill, t1 } = tokens[scheme]
  const filled = firstReadable(light.slice(5), [WHITE], 4.5, tokens.light.t1)
  if (scheme === 'light') {
    const [tint, deeper] = [light[0]!, light[1]!]
    const readable = firstReadable(light.slice(5), [tint], 4.6, t1)
    const hovers = [0.4, 0.3, 0.2, 0.1].map((share) => mix(deeper, tint, share))
    return {
      filled,
      'filled-hover': light[Math.min(9, light.indexOf(filled) + 1)] ?? filled,
      light: tint,
      'light-hover': hovers.find((hover) => contrast(readable, hover) >= 4.5) ?? tint,
      'light-color': readable,
      outline: light[5]!,
      text: firstReadable(light.slice(5), [surface, subtle, fill], 4.5, t1),
    }
  }
  const tint = mix(light[5]!, surface, 0.18)
  const tintHover = mix(light[5]!, surface, 0.28)
  const lighter = light[light.indexOf(filled) - 1]
  return {
    filled,
    'filled-hover': lighter && contrast(WHITE, lighter) >= 4.5 ? lighter : mix(filled, '#000000', 0.85),
    light: tint,
    'light-hover': tintHover,
    'light-color': firstReadable(dark.slice(6), [tint, tintHover], 4.5, firstReadable([t1], [tintHover], 4.5, WHITE)),
    outline: dark[6]!,
    text: firstReadable(dark.slice(5), [surface, subtle, fill], 4.5, t1),
  }
}
