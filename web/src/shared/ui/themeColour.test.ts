import { describe, expect, it } from 'vitest'
import { palettes } from './theme.ts'
import { contrast, defaultTheme, themePresets, themeTokens } from './themeColour.ts'

const odd = ['#ffffff', '#000000', '#ffff00', '#ff0000', '#00ff00', '#123456', '#fafad2', '#808080']

it('[SH-11] the default is #1890ff as drawn, and #409EFF is offered', () => {
  expect(defaultTheme).toBe('#1890ff')
  expect(themePresets).toContain('#409eff')
  expect(themeTokens('#1890FF', 'light')).toBeNull()
  expect(themeTokens('no colour', 'light')).toBeNull()
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
})

describe.each(['light', 'dark'] as const)('in the %s', (mode) => {
  it.each([...themePresets.slice(1), ...odd])('[SH-11] words on and in %s are readable', (seed) => {
    const tokens = themeTokens(seed, mode)
    if (tokens === null) throw new Error('nothing was computed')
    const { surface } = palettes[mode]
    expect(contrast('#ffffff', tokens.solid)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', tokens['solid-hover'])).toBeGreaterThanOrEqual(4.5)
    for (const ground of [surface, tokens.tint, tokens.tint2])
      expect(contrast(tokens.act, ground), ground).toBeGreaterThanOrEqual(4.4)
    expect(contrast(tokens['act-hover'], surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.brand, surface)).toBeGreaterThanOrEqual(3)
    // What is written on a chosen row is written in the usual ink.
    expect(contrast(palettes[mode].t1, tokens.tint2)).toBeGreaterThanOrEqual(4.5)
  })
})
