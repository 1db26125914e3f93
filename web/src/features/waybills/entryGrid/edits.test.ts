import { describe, expect, it } from 'vitest'
import { columns, type EntryRow, isBlank, textOf } from './cells.ts'
import {
  blockOf,
  cleared,
  did,
  filledDown,
  forgotten,
  mostRows,
  padded,
  pasted,
  redone,
  sheetOf,
  tableOf,
  undone,
  without,
} from './edits.ts'

const free = () => false
const row = (key: string, customerNo = '', pieces = ''): EntryRow => ({
  key,
  cells: {
    ...(customerNo && { customerNo: { text: customerNo } }),
    ...(pieces && { pieces: { text: pieces } }),
  },
})
const area = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
const numbers = (rows: readonly EntryRow[]) =>
  rows.filter((one) => !isBlank(one)).map((one) => textOf(one, 'customerNo'))
const [no, pieces] = [columns.indexOf('customerNo'), columns.indexOf('pieces')]

describe('[RT-16/taskList] what is pasted into the entry grid', () => {
  it('is read as Excel writes it: tabs, line ends of any kind, quotes around what holds them', () => {
    expect(tableOf('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(tableOf('"一行\n两行"\t"说""好"""\n5" 管')).toEqual([['一行\n两行', '说"好"'], ['5" 管']])
    expect(tableOf('\t\tx')).toEqual([['', '', 'x']])
    expect(tableOf('"未完')).toEqual([['"未完']])
    expect(tableOf('')).toEqual([['']])
  })

  it('is one party where several lines have one phone, and several where each has its own', () => {
    const chat = '陈国强\n13922104475\n广东省广州市白云区石湖路88号'
    expect(blockOf(chat, 'consignee')).toEqual([[chat]])
    expect(blockOf(chat, 'remark')).toHaveLength(3)
    expect(blockOf('张三 13800138000 杭州\n李四 13922104475 广州', 'consignee')).toHaveLength(2)
  })

  it('lies over the rows from the cursor on, makes rows as it needs them, and brings figures into their form', () => {
    const block = Array.from({ length: 100 }, (_, at) => [`K-${at}`, '', '', '', '', '１２', '1,234.5'])
    const after = pasted(padded([]), columns, area(0, no), block, free)
    expect(numbers(after.rows)).toHaveLength(100)
    expect(after.rows.length).toBeGreaterThan(100)
    expect(textOf(after.rows[7] as EntryRow, 'pieces')).toBe('12')
    expect(textOf(after.rows[7] as EntryRow, 'weight')).toBe('1234.500')
    expect(after).toMatchObject({ bottom: 99, left: 0 })
  })

  it('ends at 200 rows, leaves locked rows alone, and says how many found no room', () => {
    const block = Array.from({ length: 210 }, (_, at) => [`K-${at}`])
    const rows = padded([row('a', 'OLD')])
    const after = pasted(rows, columns, area(0, no), block, ({ key }) => key === 'a')
    expect(after.rows).toHaveLength(mostRows)
    expect(textOf(after.rows[0] as EntryRow, 'customerNo')).toBe('OLD')
    expect(after.left).toBe(11)
  })

  it('fills all that is marked when it is one cell, and never what is calculated', () => {
    const after = pasted(padded([]), columns, area(0, no, 2, no), [['同']], free)
    expect(numbers(after.rows)).toEqual(['同', '同', '同'])
    const over = pasted(padded([]), columns, area(0, columns.length - 1), [['9', '9']], free)
    expect(over.rows.every(isBlank)).toBe(true)
  })
})

describe('[RT-16/taskList] rows of the entry grid', () => {
  it('are filled down from the first marked one, or from the one above', () => {
    const rows = [row('a', 'A', '1'), row('b', '', '2'), row('c')]
    expect(numbers(filledDown(rows, columns, area(0, no, 2, no), free))).toEqual(['A', 'A', 'A'])
    const one = filledDown(rows, columns, area(2, pieces), free)
    expect(textOf(one[2] as EntryRow, 'pieces')).toBe('2')
    expect(filledDown(rows, columns, area(0, no), free)).toBe(rows)
  })

  it('are cleared and taken out, and there is always room below', () => {
    const rows = padded([row('a', 'A'), row('b', 'B'), row('c', 'C')])
    expect(numbers(cleared(rows, columns, area(0, 0, 1, columns.length - 1), ({ key }) => key === 'b'))).toEqual([
      'B',
      'C',
    ])
    expect(numbers(without(rows, 0, 1))).toEqual(['C'])
    expect(without(rows, 0, 1).length).toBe(rows.length)
  })

  it('go a step back and on again; a row that was placed never comes back', () => {
    const first = sheetOf([row('a', 'A'), row('b', 'B')])
    const second = did(first, without(first.rows, 0, 0))
    expect(numbers(undone(second).rows)).toEqual(['A', 'B'])
    expect(numbers(redone(undone(second)).rows)).toEqual(['B'])
    expect(undone(first)).toEqual(first)
    expect(numbers(undone(forgotten(second, 'a')).rows)).toEqual(['B'])
    expect(did(first, first.rows)).toBe(first)
  })
})
