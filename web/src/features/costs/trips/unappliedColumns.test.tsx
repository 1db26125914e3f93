import { expect, it } from 'vitest'
import { unappliedColumns } from './unappliedColumns.tsx'

it('[T23] on a phone a trip that waits for its application shows the mean, and how far off it it is', () => {
  const facts = unappliedColumns.filter(({ card }) => card === 'fact').map(({ key }) => key)
  expect(facts).toEqual(['amount', 'mean', 'beside'])
})
