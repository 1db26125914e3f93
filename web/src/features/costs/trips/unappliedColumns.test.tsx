import { expect, it } from 'vitest'
import { unappliedColumns } from './unappliedColumns.tsx'

it('[T23] on a phone a trip that waits for its application shows the mean, and how far off it it is', () => {
  const facts = unappliedColumns.filter(({ card }) => card === 'fact')
  expect(facts.map(({ key }) => key)).toEqual(['amount', 'mean', 'beside'])
  const [, , beside] = facts
  const drawn = (mean: string | null) =>
    beside?.render({ total: '1280.00', mean } as never, { language: 'zh', current: false, card: true })
  expect([drawn('1000.00'), drawn(null)]).toEqual(['28.0', null])
})
