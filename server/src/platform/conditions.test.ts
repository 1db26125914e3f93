import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { all, anyOf, anyOfCodes, between, betweenDays, contains, equals } from './conditions.ts'
import { countTabs, totalsOf } from './list.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (inside) => new PostgresIntrospector(inside),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const said = (builder: RawBuilder<unknown> | undefined) => {
  const { sql, parameters } = builder?.compile(db) ?? { sql: '', parameters: [] }
  return [sql, ...parameters]
}

describe('a filter that was not given is no condition', () => {
  it('of any kind', () => {
    const none = [
      equals('t.a', undefined),
      anyOf('t.a', undefined),
      anyOfCodes('t.a', undefined),
      contains('t.a', undefined),
      between('t.a', undefined, undefined),
      betweenDays('t.a', undefined, undefined),
    ]
    expect(none.every((condition) => condition === undefined)).toBe(true)
    expect(said(all(none))).toEqual(['true'])
  })
  it('but false, 0 and an empty list are', () => {
    expect(said(equals('t.a', false))).toEqual(['"t"."a" = $1', false])
    expect(said(equals('t.a', 0))).toEqual(['"t"."a" = $1', 0])
    expect(said(anyOf('t.a', []))).toEqual(['"t"."a" = any($1::bigint[])', []])
  })
})

describe('from … to', () => {
  it('is both ends, of days and numbers as they are', () => {
    expect(said(between('w.biz_date', '2026-11-01', '2026-11-30'))).toEqual([
      '"w"."biz_date" >= $1 and "w"."biz_date" <= $2',
      '2026-11-01',
      '2026-11-30',
    ])
    expect(said(between('a.amount', '0', undefined))).toEqual(['"a"."amount" >= $1', '0'])
    expect(said(between('a.amount', undefined, '9.5'))).toEqual(['"a"."amount" <= $1', '9.5'])
  })
  it('of moments is whole days of the product’s zone, the last one too', () => {
    expect(said(betweenDays('d.at', '2026-11-01', '2026-11-30'))).toEqual([
      '"d"."at" >= $1::timestamptz and "d"."at" < $2::timestamptz',
      '2026-10-31T16:00:00.000Z',
      '2026-11-30T16:00:00.000Z',
    ])
    expect(said(betweenDays('d.at', undefined, '2026-12-31'))).toEqual([
      '"d"."at" < $1::timestamptz',
      '2026-12-31T16:00:00.000Z',
    ])
  })
})

describe('totals', () => {
  const condition = (tab: 'open' | 'done' | undefined) => equals('t.state', tab) ?? all([])
  it('count the tab that is shown, each tab, and all where a list says so', () => {
    expect(said(countTabs(['all', 'open', 'done'], condition, 'open'))).toEqual([
      'count(*) filter (where "t"."state" = $1) as count, json_build_object($2::text, count(*) filter (where true), ' +
        '$3::text, count(*) filter (where "t"."state" = $4), $5::text, count(*) filter (where "t"."state" = $6)) as tabs',
      ...['open', 'all', 'open', 'open', 'done', 'done'],
    ])
    expect(said(countTabs(['open'], condition, undefined))[0]).toBe(
      'count(*) filter (where true) as count, json_build_object($1::text, count(*) filter (where "t"."state" = $2)) as tabs',
    )
  })
  it('are one row', () => {
    expect(totalsOf({ rows: [{ count: 0, tabs: {} }] })).toEqual({ count: 0, tabs: {} })
    expect(() => totalsOf({ rows: [] })).toThrow()
  })
})
