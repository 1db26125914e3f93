import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listCalls, totalsOutput } from './list.ts'
import { id, many, oneOf, optional } from './wire.ts'

const list = {
  rows: { path: '/api/Things/GetThings', summary: 'Things, by name' },
  totals: { path: '/api/Things/GetThingTotals' },
  export: { path: '/api/Things/ExportThings' },
  access: [{ page: 'thing', kind: 'browse' }],
  row: z.strictObject({ id: z.int() }),
  filters: { tab: optional(oneOf(['open', 'done'])) },
  sorts: ['name', 'createdAt'],
} as const

describe('the calls of a list', () => {
  it('are its rows, its totals and its file, read by whoever may see it and by staff alone', () => {
    const calls = listCalls(list)
    expect(calls.map(({ path }) => path)).toEqual([list.rows.path, list.totals.path, list.export.path])
    for (const call of calls) {
      expect(call).toMatchObject({ method: 'GET', access: list.access })
      expect(call).not.toHaveProperty('audience')
    }
    expect(calls.map((call) => 'transport' in call && call.transport)).toEqual([false, false, 'file'])
  })
  it('take the same filters; rows a page, the file its columns', () => {
    const [rows, totals, file] = listCalls(list)
    const asked = { tab: 'open', sort: 'name', dir: 'desc', pageSize: '20', page: '2', columns: 'id,name' }
    expect(z.parse(rows.input, asked)).toEqual({ tab: 'open', sort: 'name', dir: 'desc', pageSize: 20, page: 2 })
    expect(z.parse(totals.input, asked)).toEqual({ tab: 'open' })
    expect(z.parse(file.input, asked)).toEqual({ tab: 'open', sort: 'name', dir: 'desc', columns: ['id', 'name'] })
    for (const { input } of [rows, file]) expect(z.safeParse(input, { sort: 'weight' }).success).toBe(false)
  })
  it('say what each has for itself', () => {
    const [, totals, file] = listCalls({
      ...list,
      audience: 'everybody',
      totals: { ...list.totals, summary: 'Sums', output: totalsOutput({ amount: z.string() }) },
      export: { ...list.export, access: [{ page: 'other', kind: 'browse' }], filters: { ids: optional(many(id)) } },
    })
    expect(totals).toMatchObject({ summary: 'Sums', audience: 'everybody', access: list.access })
    expect(z.safeParse(totals.output, { count: 1, tabs: {} }).success).toBe(false)
    expect(z.parse(totals.output, { count: 1, amount: '2', tabs: { open: 1 } })).toHaveProperty('amount', '2')
    expect(file).toMatchObject({ audience: 'everybody', access: [{ page: 'other', kind: 'browse' }] })
    expect(file).not.toHaveProperty('filters')
    expect(z.parse(file.input, { ids: '1,2' })).toEqual({ ids: [1, 2] })
  })
})
