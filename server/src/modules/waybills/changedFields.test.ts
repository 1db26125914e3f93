import words from '@xunyun/contract/words/waybills/zh.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { derived } from './change.ts'
import { columnsOf } from './store.ts'

it('every field that a change of a waybill can tell of has the word of its column', () => {
  const party = { name: '张三', phone: '13800138000', region: '330110', address: '文一西路 1 号' }
  const goods = [{ name: '配件', type: 'other', package: 'carton', pieces: 1, weight: '1', volume: '0.1' }]
  const input = {
    bizDate: '2026-11-20',
    deliveryWay: 'delivery',
    payMethod: 'prepaid',
    shipper: party,
    consignee: party,
  }
  const told = Object.keys(columnsOf('YD1', { ...input, goods } as never, null)).filter((field) => !derived.has(field))
  expect(told).toContain('vehicle_model')
  const wordOf = (field: string) =>
    `column.${field.replace(/_id$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  expect(told.filter((field) => !(wordOf(field) in words))).toEqual([])
})
