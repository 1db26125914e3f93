import { describe, expect, it } from 'vitest'
import { arrange, exportKeys, isShown, moveKey, orderKeys } from './layout.ts'
import type { Column } from './types.ts'

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  title: 'kit:list.number',
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
