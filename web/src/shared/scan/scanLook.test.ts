import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'ScanFrame.module.css'), 'utf8')
const rule = (selector: string): string => css.split(`${selector} {`)[1]?.split('}')[0] ?? ''

it('[RT-18] on scanning pages nothing is smaller than 14 px, chips are as high as a thumb, batch and expiry are as dark as text', () => {
  const sizes = [...css.matchAll(/font-size: (\d+)px/g)].map(([, size]) => Number(size))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14)
  expect(rule('\n.chip')).toContain('min-height: 44px')
  expect(rule('\n.what')).not.toMatch(/color: var\(--t[2-4]\)/)
})
