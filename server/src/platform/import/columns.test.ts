import { languages } from '@xunyun/contract/pages'
import { expect, it } from 'vitest'
import { fieldWord } from '../fieldWords.ts'
import { columnFinder, importColumn } from './columns.ts'

it('[D-05] a file goes by the words of the page, in any language, and by the heads that a column had before', () => {
  const owner = importColumn('owner', 10, fieldWord('resources:vehicle.owner'), { also: ['车主'] })
  const driver = importColumn('driver', 10, { zh: '车主', en: 'x', es: 'x', ja: 'x' })
  const load = importColumn('loadKg', 10, fieldWord('resources:vehicle.loadKg'), { unit: 'kg', required: true })
  const find = columnFinder([owner, load])
  expect(languages.map((language) => find(`${load.titles[language]} (kg)*`)?.key)).toEqual(
    languages.map(() => 'loadKg'),
  )
  expect([find('所有人')?.key, find('车主')?.key, find('司机')]).toEqual(['owner', 'owner', undefined])
  // What another column is called now is that one.
  expect(columnFinder([owner, driver])('车主')?.key).toBe('driver')
})

it('[D-05] a unit stands behind the word of its field, money in the words of each language', () => {
  expect(fieldWord('resources:vehicle.loadKg', 'kg')).toMatchObject({ zh: '载重 kg', es: 'Carga kg' })
  expect(fieldWord('prices:field.minCharge', '元')).toMatchObject({ zh: '最低收费 元', en: 'Minimum CNY' })
})
