import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../../shared/i18n/i18n.ts'
import { unappliedColumns } from './unappliedColumns.tsx'

beforeAll(async () => {
  await startI18n(['tripCosts'])
  await switchLanguage('zh')
})

it('[T23] on a phone a trip that waits for its application shows the mean, and how far off it it is', () => {
  const onCard = (place: string) => unappliedColumns.filter(({ card }) => card === place)
  expect(onCard('fact').map(({ key }) => key)).toEqual(['amount', 'mean'])
  const beside = onCard('meta').find(({ key }) => key === 'beside')
  const drawn = (mean: string | null) =>
    beside?.render({ total: '1280.00', mean } as never, { language: 'zh', current: false, card: true })
  expect([drawn('1000.00'), drawn(null)]).toEqual(['差 28.0 %', null])
})
