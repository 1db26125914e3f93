import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { palettes } from './theme.ts'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const blocks = { light: css.slice(0, css.indexOf('[data-theme')), dark: css.slice(css.indexOf('[data-theme')) }

it.each(['light', 'dark'] as const)('antd has the %s colours of the style sheet', (mode) => {
  for (const [name, value] of Object.entries(palettes[mode]))
    expect(new RegExp(`--${name}:\\s*([^;]+);`).exec(blocks[mode])?.[1], name).toBe(value)
})

it('no `font` shorthand: it would reset the tabular figures', () => {
  const base = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')
  expect(base).not.toMatch(/(^|[\s;{])font:/)
})
