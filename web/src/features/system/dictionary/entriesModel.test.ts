import type { EntryRow } from '@xunyun/contract/system/dictionary'
import { describe, expect, it } from 'vitest'
import {
  addedLine,
  clashesOf,
  linesOf,
  pasted,
  rebased,
  toSave,
  typed,
  undone,
  untouched,
  withoutLine,
} from './entriesModel.ts'

const row = (id: number, code: string, zh: string): EntryRow => ({
  id,
  type: 'package',
  code,
  zh,
  en: code,
  es: code,
  ja: code,
  sort: id,
  enabled: true,
  system: true,
  used: 0,
  updatedByName: null,
  updatedAt: '2026-11-20T00:00:00.000Z',
  version: 3,
  actions: [],
})
const rows = [row(1, 'carton', '纸箱'), row(2, 'drum', '桶')]
const words = (model: typeof untouched) => linesOf(rows, model).map(({ code, zh }) => `${code} ${zh}`)

describe('editing entries of the dictionary', () => {
  it('[RT-12/dictionary] sends what differs, over the version it was typed over', () => {
    const model = typed(typed(untouched, rows, '1', 'zh', '箱'), rows, '2', 'en', 'drum')
    expect(toSave(rows, model)).toEqual({
      keys: ['1'],
      rows: [{ id: 1, version: 3, zh: '箱', en: 'carton', es: 'carton', ja: 'carton' }],
    })
    const newer = rows.map((one) => ({ ...one, version: 4 }))
    expect(toSave(newer, model).rows[0]).toMatchObject({ version: 3 })
    expect(toSave(newer, rebased(newer, model)).rows[0]).toMatchObject({ version: 4, zh: '箱' })
  })

  it('[RT-12/dictionary] says what somebody else wrote where it differs from what was typed, and nothing where both agree', () => {
    const model = typed(typed(untouched, rows, '1', 'zh', '箱'), rows, '1', 'en', 'Box')
    const newer = rows.map((one) => (one.id === 1 ? { ...one, zh: '纸板箱', en: 'Box', es: 'Otra', version: 4 } : one))
    expect(clashesOf(rows, model)).toEqual({})
    expect(clashesOf(newer, rebased(newer, model))).toEqual({ '1': { zh: '纸板箱' } })
    expect(linesOf(newer, model)[0]).toMatchObject({ zh: '箱', en: 'Box', es: 'Otra' })
    expect(clashesOf(newer, typed(model, newer, '1', 'zh', '纸板箱'))).toEqual({})
  })

  it('[RT-12/dictionary] undoes cell by cell, a paste and a line as one step', () => {
    const one = typed(untouched, rows, '1', 'zh', '箱')
    const two = pasted(one, rows, { key: '1', cell: 'zh' }, 'A\tB\r\nC\tD\r\n', true)
    expect(words(two)).toEqual(['carton A', 'drum C'])
    expect(words(undone(two))).toEqual(['carton 箱', 'drum 桶'])
    expect(words(undone(undone(two)))).toEqual(['carton 纸箱', 'drum 桶'])
    expect(words(undone(undone(undone(two))))).toEqual(['carton 纸箱', 'drum 桶'])
    const added = addedLine(untouched)
    expect(toSave(rows, added).rows).toEqual([])
    expect(linesOf(rows, withoutLine(added, 'new-1'))).toHaveLength(2)
  })

  it('[RT-12/dictionary] a pasted block that begins with codes changes those entries and adds the others', () => {
    const text = 'DRUM\t铁桶\nbox\t盒\tBox'
    const model = pasted(untouched, rows, { key: '1', cell: 'code' }, text, true)
    expect(words(model)).toEqual(['carton 纸箱', 'drum 铁桶', 'box 盒'])
    expect(toSave(rows, model).rows).toMatchObject([{ id: 2 }, { code: 'box', zh: '盒', en: 'Box', es: undefined }])
    expect(words(pasted(untouched, rows, { key: '1', cell: 'code' }, text, false))).toEqual([
      'carton 纸箱',
      'drum 铁桶',
    ])
  })

  it('[RT-12/dictionary] words pasted beyond the last line become lines of an open type', () => {
    const text = 'A\nB\nC'
    expect(words(pasted(untouched, rows, { key: '2', cell: 'zh' }, text, true))).toEqual([
      'carton 纸箱',
      'drum A',
      ' B',
      ' C',
    ])
    expect(words(pasted(untouched, rows, { key: '2', cell: 'zh' }, text, false))).toEqual(['carton 纸箱', 'drum A'])
  })
})
