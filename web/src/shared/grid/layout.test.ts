import { describe, expect, it } from 'vitest'
import { arrange, exportKeys, isShown, type Laid, moveKey, orderKeys, wholeFigures } from './layout.ts'
import { wordsShown } from './RowActions.tsx'
import type { Column } from './types.ts'

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: 'ui:list.number',
  width: 100,
  render: () => null,
  text: () => '',
  ...more,
})
const columns = [
  column('no', { pin: 'left' }),
  column('state'),
  column('customer'),
  column('pieces'),
  column('remark', { hidden: true }),
]
const keys = (list: readonly Column<unknown>[]) => list.map(({ key }) => key)

describe('columns as a person arranged them', () => {
  it('stand as the page has them, hidden ones away, while nothing is arranged', () => {
    expect(keys(arrange(columns, {}))).toEqual(['no', 'state', 'customer', 'pieces'])
  })

  it('keep the order; the pinned one stays first', () => {
    expect(orderKeys(columns, ['pieces', 'no', 'customer', 'state', 'remark'])).toEqual([
      'no',
      'pieces',
      'customer',
      'state',
      'remark',
    ])
  })

  it('a column that came with a release stands behind its neighbour, one that is gone is forgotten', () => {
    expect(orderKeys(columns, ['no', 'customer', 'state', 'old'])).toEqual([
      'no',
      'customer',
      'pieces',
      'remark',
      'state',
    ])
  })

  it('are shown or hidden as chosen, but for the pinned one', () => {
    const shown = { remark: true, state: false, no: false }
    expect(keys(arrange(columns, { shown }))).toEqual(['no', 'customer', 'pieces', 'remark'])
    expect(isShown(columns[0] as Column<unknown>, { no: false })).toBe(true)
  })

  it('are moved before or behind another', () => {
    expect(moveKey(['a', 'b', 'c', 'd'], 'd', 'b', 'before')).toEqual(['a', 'd', 'b', 'c'])
    expect(moveKey(['a', 'b', 'c', 'd'], 'a', 'c', 'after')).toEqual(['b', 'c', 'a', 'd'])
    expect(moveKey(['a', 'b'], 'a', 'a', 'after')).toEqual(['a', 'b'])
    expect(moveKey(['a', 'b'], 'a', 'gone', 'after')).toEqual(['a', 'b'])
  })

  it('are exported under the names that the export knows', () => {
    const two = column('d', { exportKey: ['from', 'to'] })
    expect(exportKeys([column('a'), column('b', { exportKey: 'bee' }), column('c', { exportKey: null }), two])).toEqual(
      ['a', 'bee', 'from', 'to'],
    )
  })
})

describe('figures beside the actions', () => {
  const laid = (key: string, size: number, more: Partial<Laid> = {}): Laid => ({
    key,
    size,
    figure: false,
    least: size,
    grows: true,
    ...more,
  })

  it('stand whole: names before them give way in proportion to what they can', () => {
    const widths = wholeFigures(
      [
        laid('no', 120, { grows: false }),
        laid('customer', 200, { least: 160 }),
        laid('goods', 150, { least: 130 }),
        laid('sum', 100, { figure: true }),
      ],
      540,
    )
    expect(widths).toMatchObject({ no: 120, customer: 180, goods: 140 })
    expect(120 + 180 + 140 + 100).toBe(540)
  })

  it('go out of sight whole where names cannot give that much; what stays takes the room', () => {
    const widths = wholeFigures(
      [
        laid('no', 120, { grows: false }),
        laid('route', 100),
        laid('pieces', 100, { figure: true }),
        laid('sum', 100, { figure: true }),
      ],
      380,
    )
    expect(widths).toEqual({ route: 130, pieces: 130 })
  })

  it('are left as they are where all fits, and where only words are cut', () => {
    expect(wholeFigures([laid('sum', 100, { figure: true })], 100)).toEqual({})
    expect(wholeFigures([laid('sum', 100, { figure: true }), laid('remark', 160)], 150)).toEqual({})
  })
})

describe('actions of a row', () => {
  it('are two words where both are short, else one: a long language does not take a column away', () => {
    const words = (...labels: string[]) => wordsShown(labels.map((label) => ({ label })))
    expect([words('编辑', '删除', '复制'), words('Ver'), words('Seguir', 'Deshacer último paso')]).toEqual([2, 1, 1])
  })
})
