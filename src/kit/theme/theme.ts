import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import type { Language } from '../../core/text.ts'
import { hueOf } from './hue.ts'
import { DARK_GREYS, GREYS, HUES, type Shades } from './palette.ts'
import { themeText } from './text.ts'
import { directionColors, type Scheme, tokens } from './tokens.ts'

const tuple = (colors: readonly string[]) => colors as unknown as MantineColorsTuple

const CONTROL: Record<string, { height: string; padding: string; font: string }> = {
  xs: { height: '28px', padding: '10px', font: '13px' },
  sm: { height: '32px', padding: '14px', font: '14px' },
  lg: { height: '40px', padding: '14px', font: '14px' },
}
const COMPACT = { height: '24px', padding: '6px', font: '13px' }
const controlOf = (size: unknown) =>
  String(size).startsWith('compact') ? COMPACT : (CONTROL[String(size ?? 'sm')] ?? CONTROL.sm!)

/**
 * The library's theme for a theme colour and a language. Components are plain objects: their `.extend` would pull
 * every named component into the first page (look, section 8).
 */
export function makeTheme(brand: Shades, language: Language): MantineThemeOverride {
  const words = themeText[language]
  const named = { 'aria-label': words.close }
  const hues = Object.entries({ ...HUES, brand }).map(([name, { light }]) => [name, tuple(light)])
  return createTheme({
    primaryColor: 'brand',
    primaryShade: 5,
    autoContrast: false,
    colors: { ...Object.fromEntries(hues), gray: tuple(GREYS), dark: tuple(DARK_GREYS) },
    white: '#ffffff',
    black: tokens.light.t1,
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--mono)',
    headings: {
      fontFamily: 'var(--font)',
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '28px' },
        h2: { fontSize: '16px', lineHeight: '24px' },
        h3: { fontSize: '14px', lineHeight: '22px' },
        h4: { fontSize: '14px', lineHeight: '22px' },
        h5: { fontSize: '13px', lineHeight: '20px' },
        h6: { fontSize: '12px', lineHeight: '18px' },
      },
    },
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '18px', sm: '20px', md: '22px', lg: '24px', xl: '28px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
    radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
    defaultRadius: 'md',
    shadows: {
      xs: '0 1px 2px rgba(29, 33, 41, .06)',
      sm: '0 2px 8px rgba(29, 33, 41, .08)',
      md: '0 8px 24px rgba(29, 33, 41, .12), 0 0 0 1px rgba(29, 33, 41, .06)',
      lg: '0 16px 40px rgba(29, 33, 41, .16)',
      xl: '0 24px 64px rgba(29, 33, 41, .2)',
    },
    breakpoints: { xs: '30em', sm: '36em', md: '48em', lg: '62em', xl: '75em' },
    focusRing: 'auto',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: {
        defaultProps: { size: 'sm' },
        vars: (_: unknown, { size }: { size?: unknown }) => {
          const { height, padding, font } = controlOf(size)
          return { root: { '--button-height': height, '--button-padding-x': padding, '--button-fz': font } }
        },
      },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
      Input: {
        defaultProps: { size: 'sm' },
        vars: (_: unknown, { size }: { size?: unknown }) => {
          const { height, font } = controlOf(size)
          return { wrapper: { '--input-height': height, '--input-fz': font, '--input-padding': '12px' } }
        },
      },
      InputClearButton: { defaultProps: { 'aria-label': words.clear } },
      CloseButton: { defaultProps: named },
      PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': words.showPassword } } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'lg',
          size: 480,
          attributes: { header: { role: 'presentation' } },
          closeButtonProps: named,
        },
      },
      Drawer: {
        defaultProps: {
          position: 'right',
          attributes: { header: { role: 'presentation' } },
          closeButtonProps: named,
          overlayProps: { backgroundOpacity: 0.28 },
          transitionProps: { duration: 160 },
        },
      },
      Notification: { defaultProps: { closeButtonProps: named } },
      Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
      Checkbox: { defaultProps: { size: 'xs' } },
      Radio: { defaultProps: { size: 'xs' } },
      Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: false, fz: 12 } },
      Menu: {
        defaultProps: {
          shadow: 'md',
          radius: 'lg',
          transitionProps: { duration: 100 },
          // A focusable filler inside a menu breaks the menu's role.
          withInitialFocusPlaceholder: false,
        },
      },
      // Everything on a page lies in a landmark, what opens over it too.
      Popover: {
        defaultProps: {
          shadow: 'md',
          radius: 'lg',
          transitionProps: { duration: 100 },
          portalProps: { target: '#layers' },
        },
      },
      Pagination: {
        defaultProps: {
          size: 28,
          radius: 'md',
          styles: { control: { fontSize: 13 } },
          getControlProps: (control: string) => ({ 'aria-label': words.pages[control] }),
          getItemProps: (page: number) => ({ 'aria-label': words.page(page) }),
        },
      },
      SegmentedControl: { defaultProps: { size: 'xs', radius: 'md', withItemsBorders: false } },
      Select: { defaultProps: { comboboxProps: { shadow: 'md', transitionProps: { duration: 100 } } } },
      MultiSelect: { defaultProps: { comboboxProps: { shadow: 'md', transitionProps: { duration: 100 } } } },
      Alert: { defaultProps: { variant: 'light', radius: 'md' } },
    },
  })
}

const FONT = `"Inter Variable", -apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "HarmonyOS Sans SC", MiSans,
 "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif`
const MONO = `ui-monospace, "SF Mono", "JetBrains Mono", Consolas, "Liberation Mono", "Noto Sans CJK SC", monospace`

/** The variables of one theme: our tokens, the direction colours, every hue's parts and the library's neutrals. */
export function variablesOf(scheme: Scheme, brand: Shades, upIsRed: boolean): Record<string, string> {
  const colors = tokens[scheme]
  const direction = directionColors(scheme, upIsRed)
  const variables: Record<string, string> = { '--up': direction.up, '--down': direction.down }
  for (const [name, value] of Object.entries(colors)) variables[`--${name}`] = value
  for (const [name, shades] of Object.entries({ ...HUES, brand })) {
    for (const [part, value] of Object.entries(hueOf(shades, scheme))) {
      variables[`--mantine-color-${name}-${part}`] = value
    }
  }
  const neutrals = {
    body: colors.surface,
    text: colors.t1,
    dimmed: colors.t3,
    placeholder: colors.placeholder,
    default: colors.surface,
    'default-border': colors['line-2'],
    'default-hover': colors.fill,
    anchor: variables['--mantine-color-brand-text']!,
    error: colors.red,
    disabled: colors.fill,
    'disabled-color': colors.t4,
    'gray-light': colors.fill,
    'gray-light-hover': colors['fill-2'],
    'gray-light-color': colors.t2,
    'gray-text': colors.t2,
  }
  for (const [name, value] of Object.entries(neutrals)) variables[`--mantine-color-${name}`] = value
  brand[scheme].forEach((shade, at) => {
    variables[`--brand-${at + 1}`] = shade
  })
  variables['--link'] = variables['--mantine-color-brand-text']!
  return variables
}

export const makeResolver =
  (brand: Shades, upIsRed: boolean): CSSVariablesResolver =>
  () => ({
    variables: { '--font': FONT, '--mono': MONO },
    light: variablesOf('light', brand, upIsRed),
    dark: variablesOf('dark', brand, upIsRed),
  })
