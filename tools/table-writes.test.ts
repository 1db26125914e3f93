import { describe, expect, it } from 'vitest'
import { moduleOrder } from '../server/src/modules/order.ts'
import { tableOwners } from '../server/src/modules/tables.ts'
import { sources } from './sources.mjs'
import { foreignWrites, tablesMade, writesOf } from './table-writes.mjs'

const server = sources(['server/src'], /\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'))

describe('reading another module’s tables is free, writing is its owner’s', () => {
  it('every write is in the module that owns the table, or the column', () => {
    expect(server.flatMap(writesOf).length).toBeGreaterThan(400)
    expect(foreignWrites(server, tableOwners, moduleOrder)).toEqual([])
  })

  it('every table that the migrations leave has an owner, and there is no other in the list', () => {
    expect(Object.keys(tableOwners).sort()).toEqual(tablesMade(sources(['server/migrations'], /\.ts$/)))
  })
})

describe('this check', () => {
  const owners = {
    stock: 'warehouse/ledger',
    job: 'platform',
    waybill: { owner: 'waybills', columns: { receivable: 'prices' } },
  }
  const modules = ['waybills', 'prices', 'warehouse/ledger', 'warehouse/billing']
  const inModule = (text: string, module = 'warehouse/billing') =>
    foreignWrites([{ path: `server/src/modules/${module}/a.ts`, text }], owners, modules).map((found) =>
      found.replace(/^.*\.ts:\d+: /, ''),
    )

  it('sees writes by Kysely, by the helpers for rows and in the texts of statements', () => {
    const writes = [
      `tx.insertInto('stock')`,
      `tx.deleteFrom('stock').where('id', '=', 1)`,
      `owned(tx).updateTable('stock').set({ qty: 1 })`,
      `insertion('stock' as const, [row])`,
      `insertTogether(tx, { stock: rows })`,
      `insertions({ stock: rows })`,
      `sql\`insert into stock (id) values (\${id})\``,
      `sql\`with a as (\${b}), c as (delete from stock s using d returning s.id) select 1\``,
      `sql\`with a as (update stock s set qty = \${qty} from d where s.id = d.id) select 1\``,
      'sql`update only "stock" set qty = 1`',
      'sql`merge into stock using a on true`',
      'sql`truncate table stock`',
      `sql.raw('insert into stock (id)')`,
    ]
    for (const text of writes) {
      expect(inModule(text)[0], text).toMatch(/^stock(\.qty)? is of warehouse\/ledger$/)
      expect(inModule(text, 'warehouse/ledger'), text).toEqual([])
    }
  })

  it('takes locks, conflicts, comments and tables of one transaction for no writes', () => {
    const others = [
      'sql`select 1 from stock s for update of s`',
      'sql`select 1 from stock order by id limit 1 for update skip locked`',
      'sql`select 1 -- then update stock set qty = 1`',
      'sql`create temp table anew (id bigint)`\nsql`insert into anew values (1)`',
      `// tx.insertInto('stock')`,
    ]
    for (const text of others) expect(inModule(text), text).toEqual([])
    const kept = 'sql`insert into stock (id) values (1) on conflict (id) do update set qty = excluded.qty`'
    expect(inModule(kept, 'warehouse/ledger')).toEqual([])
  })

  it('judges an update by its columns where the table says so, and whatever it cannot read as the owner’s', () => {
    const update = (set: string) => `tx.updateTable('waybill').set(${set}).where('id', '=', 1)`
    expect(inModule(update('{ receivable: 1 }'), 'prices')).toEqual([])
    expect(inModule(update('{ receivable: 1 }'), 'waybills')).toEqual(['waybill.receivable is of prices'])
    expect(inModule(update('{ receivable: 1, state: 2 }'), 'prices')).toEqual(['waybill.state is of waybills'])
    expect(inModule(update('{ receivable: 1, ...more }'), 'prices')).toEqual(['waybill is of waybills'])
    expect(inModule('sql`update waybill w set receivable = (select max(a, b) from c) where true`', 'prices')).toEqual(
      [],
    )
    expect(inModule(`sql\`update waybill set receivable = 1, state = \${state}\``, 'prices')).toEqual([
      'waybill.state is of waybills',
    ])
    expect(inModule(`sql\`update waybill set \${set}\``, 'prices')).toEqual(['waybill is of waybills'])
  })

  it('asks for the name of a table that it cannot read, and for the owner of one that has none', () => {
    expect(inModule('tx.updateTable(table).set({ a: 1 })')).toEqual(['which table?'])
    expect(inModule('insertTogether(tx, { ...rows })')).toEqual(['which table?'])
    expect(inModule(`sql\`insert into \${sql.table(table)} (id) values (1)\``)).toEqual(['which table?'])
    expect(inModule('sql`insert into nowhere values (1)`')).toEqual(['nowhere has no owner'])
    const inPlatform = [{ path: 'server/src/platform/b.ts', text: `tx.insertInto('job')` }]
    expect(foreignWrites(inPlatform, owners, modules)).toEqual([])
  })

  it('follows the tables through migrations', () => {
    const texts = [
      'create table a (id int); create table b (id int)',
      'drop table a',
      'create table if not exists c ()',
    ]
    expect(tablesMade(texts.map((text) => ({ path: 'x.ts', text })))).toEqual(['b', 'c'])
  })
})
