import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { refusedOf, signedOf, stateTone, stateWord, waybillColumns } from './columns.tsx'
import { priceColumns } from './priceColumns.tsx'
import { serviceColumns } from './services/serviceColumns.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'waybills'])
  await switchLanguage('zh')
})

it('[T-B5] of a waybill whose pieces part the state is that of those under way, and the others are told beside it', () => {
  const said = (row: Parameters<typeof stateWord>[0]) => [
    stateWord(row, 'zh'),
    signedOf(row),
    refusedOf(row),
    stateTone(row),
  ]
  const split = { state: 'placed', pieces: 46, unarranged: 16, signed: 20, refused: 10 } as const
  expect(said(split)).toEqual(['待安排', '签收 20', '拒收 10', 'orange'])
  expect(said({ ...split, signed: 30, refused: 0 })).toEqual(['待安排', '签收 30', null, 'orange'])
  // Ten of them are on a trip: they wait for nothing.
  expect(said({ ...split, signed: 20, refused: 0 })).toEqual(['已开单', '签收 20', null, 'grey'])
  const over = { ...split, state: 'partSigned', unarranged: 0, signed: 36 } as const
  expect(said(over)).toEqual(['部分签收', null, '拒收 10', 'orange'])
})

it('[T-B16] what a waybill earns is in view beside the side menu of a screen of 1440 px', () => {
  const shown = waybillColumns.filter(({ hidden }) => !hidden)
  const upTo = shown.findIndex(({ key }) => key === 'receivable') + 1
  // Side menu 210; checkbox, row number and actions of the grid 192.
  expect(shown.slice(0, upTo).reduce((sum, { width }) => sum + width, 210 + 192)).toBeLessThanOrEqual(1440)
})

it('[RT-16/allWayBill] [RT-16/wayBillList] how far a waybill is invoiced and paid is in both lists as they begin', () => {
  for (const columns of [waybillColumns, priceColumns])
    expect(columns.filter(({ key, hidden }) => ['invoicing', 'collection'].includes(key) && !hidden)).toHaveLength(2)
})

const service = (key: string, row: object) => {
  const column = serviceColumns.find((one) => one.key === key)
  return column && [column.text(row as never, 'zh'), column.align]
}

it('[T-B20] a service stands beside the state that the list of waybills says', () => {
  const split = { state: 'placed', pieces: 46, unarranged: 16, signed: 20, refused: 10 }
  expect(service('state', split)?.[0]).toBe('待安排 签收 20 拒收 10')
})

it('[T-B29] figures of services stand at the right, a share in per cent and without a quantity', () => {
  const cod = { type: 'cod', qty: '1.00', rate: '0.004000' }
  expect(service('rate', cod)).toEqual(['0.4%', 'right'])
  expect(service('qty', cod)).toEqual(['', 'right'])
  const stairs = { type: 'upstairs', qty: '3.00', rate: '25.000000' }
  expect(service('rate', stairs)?.[0]).toBe('25')
  expect(service('qty', stairs)?.[0]).toBe('3')
})
