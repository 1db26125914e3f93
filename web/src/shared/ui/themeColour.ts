/**
 * The theme colour (SH-11) → every token that comes of it, such that words stay readable on it and in it: 4.5:1 and more,
 * whatever colour was chosen. The default colour is as drawn, in tokens.css; nothing is computed for it.
 */

export const defaultTheme = '#1890ff'

/** Offered beside the free choice; none is the colour of a state that waits or warns. */
export const themePresets = [defaultTheme, '#409eff', '#4f46e5', '#7c3aed', '#0e7490', '#0f766e', '#475569'] as const

type Rgb = readonly [number, number, number]
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((part, at) => part + ((b[at] ?? 0) - part) * share) as unknown as Rgb

/** Relative luminance and contrast as WCAG 2 has them. */
function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const c = part / 255
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function ratio(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
export const contrast = (a: string, b: string): number => ratio(rgb(a), rgb(b))

/** The first step from a colour towards another that will do. */
function until(colour: Rgb, towards: Rgb, fits: (colour: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const step = rgb(hexOf(mix(colour, towards, share)))
    if (fits(step)) return step
  }
  return towards
}

export type ThemeTokens = Readonly<
  Record<'brand' | 'act' | 'act-hover' | 'act-press' | 'solid' | 'solid-hover' | 'tint' | 'tint2' | 'ring', string>
>

export function themeTokens(seed: string, mode: 'light' | 'dark'): ThemeTokens | null {
  const colour = seed.toLowerCase()
  if (colour === defaultTheme || !isColour(colour)) return null
  return mode === 'dark' ? darkTokens(rgb(colour)) : lightTokens(rgb(colour))
}

function lightTokens(seed: Rgb): ThemeTokens {
  const brand = until(seed, black, (c) => ratio(c, white) >= 3)
  const tint2 = mix(white, brand, 0.15)
  const solid = until(brand, black, (c) => ratio(c, white) >= 5)
  const act = until(solid, black, (c) => ratio(c, tint2) >= 4.5)
  return tokens(
    brand,
    act,
    mix(act, black, 0.12),
    mix(act, black, 0.24),
    solid,
    mix(solid, black, 0.1),
    white,
    0.2,
    0.15,
  )
}

const darkSurface = rgb('#14181e')

function darkTokens(seed: Rgb): ThemeTokens {
  const brand = until(seed, white, (c) => ratio(c, darkSurface) >= 5)
  const tint2 = mix(darkSurface, brand, 0.24)
  const act = until(brand, white, (c) => ratio(c, tint2) >= 4.5 && ratio(c, darkSurface) >= 7)
  const solid = until(seed, black, (c) => ratio(c, white) >= 5)
  const hover = until(mix(solid, white, 0.1), black, (c) => ratio(c, white) >= 4.5)
  return tokens(brand, act, mix(act, white, 0.25), mix(act, black, 0.1), solid, hover, darkSurface, 0.28, 0.24)
}

function tokens(
  brand: Rgb,
  act: Rgb,
  actHover: Rgb,
  actPress: Rgb,
  solid: Rgb,
  solidHover: Rgb,
  surface: Rgb,
  ring: number,
  tint2: number,
): ThemeTokens {
  return {
    brand: hexOf(brand),
    act: hexOf(act),
    'act-hover': hexOf(actHover),
    'act-press': hexOf(actPress),
    solid: hexOf(solid),
    'solid-hover': hexOf(solidHover),
    tint: hexOf(mix(surface, brand, tint2 / 2)),
    tint2: hexOf(mix(surface, brand, tint2)),
    ring: `rgba(${brand.map(Math.round).join(', ')}, ${ring})`,
  }
}
