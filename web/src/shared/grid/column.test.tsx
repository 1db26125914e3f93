import { render, renderHook } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { columnsOf } from './column.tsx'
import type { Column } from './types.ts'
import { totalWidth, useColumns } from './useColumns.ts'

beforeAll(async () => {
  await startI18n(['ui'])
  await switchLanguage('zh')
})

type Row = {
  no: string
  pieces: number
  weight: string | null
  price: string
  pay: 'prepaid' | null
  at: string | null
}
const column = columnsOf<Row>()
const row: Row = {
  no: 'YD1',
  pieces: 1234,
  weight: '1642.1',
  price: '-3423.66',
  pay: 'prepaid',
  at: '2026-11-20T06:05:09Z',
}
const context = { language: 'zh', current: false, card: false } as const
const drawn = (of: Column<Row>, from: Row = row) => render(<p>{of.render(from, context)}</p>).container

describe('cells', () => {
  it('keep trailing zeros and separate thousands', () => {
    expect(drawn(column.weight('weight', 'ui:list.total')).textContent).toBe('1,642.100')
    expect(drawn(column.integer('pieces', 'ui:list.total')).textContent).toBe('1,234')
  })

  it('write a negative amount with a true minus, and mark it', () => {
    const cell = drawn(column.money('price', 'ui:list.total'))
    expect(cell.textContent).toBe('\u22123,423.66')
    expect(cell.querySelector('[data-kind="negative"]')).not.toBeNull()
  })

  it('mark zero, and say none with a dash', () => {
    expect(
      drawn(column.money('price', 'ui:list.total'), { ...row, price: '0.00' }).querySelector('[data-kind="zero"]'),
    ).not.toBeNull()
    expect(drawn(column.weight('weight', 'ui:list.total'), { ...row, weight: null }).textContent).toBe('—')
    expect(drawn(column.code('pay', 'ui:list.total', 'payMethod'), { ...row, pay: null }).textContent).toBe('—')
  })

  it('say a code in the language now, and a moment as Shanghai has it', () => {
    expect(drawn(column.code('pay', 'ui:list.total', 'payMethod')).textContent).toBe('现付')
    expect(drawn(column.moment('at', 'ui:list.total')).textContent).toBe('2026-11-20 14:05')
  })
})

describe('copies', () => {
  it('are bare figures, and words in the language now', () => {
    expect(column.money('price', 'ui:list.total').text(row, 'zh')).toBe('-3423.66')
    expect(column.weight('weight', 'ui:list.total').text({ ...row, weight: null }, 'zh')).toBe('')
    expect(column.code('pay', 'ui:list.total', 'payMethod').text(row, 'en')).toBe('Prepaid')
  })
})

describe('totals', () => {
  const totals = { pieces: 61204, weight: '648912.5', amount: '1038276.45' }
  it('are written as their column is', () => {
    expect(column.integer('pieces', 'ui:list.total', { total: 'pieces' }).total?.(totals)).toBe('61,204')
    expect(column.weight('weight', 'ui:list.total', { total: 'weight' }).total?.(totals)).toBe('648,912.500')
    expect(column.money('price', 'ui:list.total', { total: 'amount' }).total?.(totals)).toBe('1,038,276.45')
  })

  it('of what is selected are exact, and leave out what nobody knows', () => {
    const weight = column.weight('weight', 'ui:list.total', { total: 'weight' })
    const rows = ['0.1', '0.2', null].map((weight) => ({ ...row, weight }))
    expect(weight.sum?.(rows)).toBe('0.300')
    expect(weight.sum?.(rows.slice(2))).toBe('—')
    expect(column.integer('pieces', 'ui:list.total', { total: 'pieces' }).sum?.([row, row])).toBe('2,468')
  })

  it('are not there for a column that has none', () => {
    expect(column.integer('pieces', 'ui:list.total').sum).toBeUndefined()
    expect(column.text('no', 'ui:list.total').total).toBeUndefined()
    expect(column.integer('pieces', 'ui:list.total').total).toBeUndefined()
  })
})

it('[T-B5] a state says beside it what went wrong before what is done, and both where it is pointed at or copied', () => {
  const state = column.state('pay', 'ui:list.total', {
    words: 'payMethod',
    tone: () => 'grey',
    also: ({ pieces }) => (pieces > 5 ? '拒收 2' : null),
    done: () => '签收 5',
  })
  const beside = (pieces: number) => drawn(state, { ...row, pieces }).querySelector<HTMLElement>('[title]')
  expect(beside(9)?.textContent).toBe('拒收 2')
  expect(beside(9)?.title).toContain('签收 5 拒收 2')
  expect(beside(1)?.textContent).toBe('签收 5')
  expect(state.text({ ...row, pieces: 9 }, 'zh')).toContain('签收 5 拒收 2')
})

it('a column is as wide as its sum, so that no figure is cut and none runs into the next', () => {
  const money = column.money('price', 'ui:list.total', { total: 'price' })
  const wide = totalWidth(money, { price: '999999999999.99' })
  expect(wide).toBeGreaterThan(totalWidth(money, { price: '1.00' }))
  expect(wide).toBeGreaterThan(money.width)
  expect(totalWidth(money, undefined)).toBe(0)
})

it('[W-B40] a figure of a row is never cut in two, also in a column without a sum and in one made narrow', () => {
  const columns = [column.integer('pieces', 'ui:list.number')]
  const none = () => undefined
  const width = (pieces: number, widths = {}) => {
    const rows = [
      { ...row, pieces: 7 },
      { ...row, pieces },
    ]
    const hook = renderHook(() => useColumns(columns, { widths }, none, undefined, null, [], rows))
    return hook.result.current.total
  }
  expect(width(1234)).toBe(width(7))
  expect(width(99_999_999)).toBeGreaterThan(width(7))
  expect(width(99_999_999, { pieces: 50 })).toBe(width(99_999_999))
})
