import { expect, it } from 'vitest'
import { median, sizesOfScreens } from './screens.ts'

it('a median screen has at most 610 lines of code of its own', () => {
  const sizes = sizesOfScreens()
  expect(sizes.length).toBeGreaterThan(60)
  expect(median(sizes)).toBeLessThanOrEqual(610)
})
