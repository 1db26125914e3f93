import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up as giveLeaves } from '../migrations/202611301820_rights_reverse_pay_out.ts'
import { openDb, openPool } from '../src/platform/db.ts'
import { freshDatabase } from '../test/database.ts'
import { seed } from './seed.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: ReturnType<typeof openPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool(database.url)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const start = () => seed(openDb(pool), { adminPassword: 'Hangzhou-2026', demo: false })
const rows = async <T>(query: string) => (await sql.raw<T>(query).execute(openDb(pool))).rows
const rightsOf = (preset: string) =>
  rows<{ page: string; approve: boolean }>(
    `select page, approve from role_right join role on role.id = role_id where preset = '${preset}' order by page`,
  )

it('[RT-12/role] the first administrator has a role and no single rights; the company’s changes of a preset survive a start', async () => {
  await start()
  expect(await rows('select 1 from user_right')).toEqual([])
  expect(await rows(`select preset from user_role join role on role.id = role_id`)).toEqual([
    { preset: 'administrator' },
  ])
  const before = await rightsOf('operator')
  await rows(`delete from role_right using role where role.id = role_id and preset = 'operator' and page = 'taskList'`)
  await rows(`update role set name = '跟单员' where preset = 'operator'`)
  await start()
  expect((await rightsOf('operator')).map(({ page }) => page)).toEqual(
    before.map(({ page }) => page).filter((page) => page !== 'taskList'),
  )
  expect(await rows(`select name from role where preset = 'operator'`)).toEqual([{ name: '跟单员' }])
})

it('[RT-12/role] an upgrade adds to presets their rights on pages that are new, and nothing else', async () => {
  await start()
  await rows(`delete from menu where page = 'haveArranged'`)
  await rows(`delete from role_right where page in ('haveArranged', 'arrangeList')`)
  await start()
  const pages = async (preset: string) => (await rightsOf(preset)).map(({ page }) => page)
  for (const preset of ['administrator', 'operator', 'dispatcher']) {
    expect(await pages(preset), preset).toContain('haveArranged')
    expect(await pages(preset), preset).not.toContain('arrangeList')
  }
  expect(await pages('customer')).not.toContain('haveArranged')
})

it('[RT-13/outboundNotice] whoever runs the warehouse may let one notice’s goods go to another; whoever places orders may not', async () => {
  await start()
  expect(await rightsOf('warehouse')).toContainEqual({ page: 'outboundYield', approve: true })
  for (const preset of ['operator', 'service', 'customer'])
    expect((await rightsOf(preset)).map(({ page }) => page)).not.toContain('outboundYield')
})

it('an administrator from before there were roles gets the role, and keeps what had been taken from him', async () => {
  await start()
  await rows('delete from user_role; delete from role_right; delete from role')
  await rows(`delete from menu where page = 'role'`)
  await rows(`insert into user_right select u.id, page, true, true, nullif(page <> 'driver', false)
    from app_user u, menu where u.account = 'admin' and page is not null and page <> 'waiveCollection'`)
  await start()
  const effective = (page: string) =>
    rows(`select browse, edit, approve from effective_right join app_user u on u.id = user_id
      where u.account = 'admin' and page = '${page}'`)
  const everything = [{ browse: true, edit: true, approve: true }]
  expect(await effective('user')).toEqual(everything)
  expect(await effective('role')).toEqual(everything)
  expect(await effective('driver')).toEqual([{ browse: true, edit: true, approve: false }])
  expect(await effective('waiveCollection')).toEqual([{ browse: false, edit: false, approve: false }])
})

it('[M22] finance asks for bad debts to be written off; whoever places orders may not', async () => {
  await start()
  expect((await rightsOf('finance')).map(({ page }) => page)).toContain('badDebt')
  expect((await rightsOf('operator')).map(({ page }) => page)).not.toContain('badDebt')
})

it('[RT-12/role] 红冲 and 发放 are rights of their own: whoever could before still can, whoever was denied cannot', async () => {
  await start()
  for (const preset of ['finance', 'auditor'])
    expect((await rightsOf(preset)).map(({ page }) => page)).toEqual(expect.arrayContaining(['makeRed', 'payOutCod']))
  expect((await rightsOf('operator')).map(({ page }) => page)).not.toContain('payOutCod')
  const [{ id: decides } = { id: 0 }, { id: looks } = { id: 0 }] = await rows<{ id: number }>(
    `insert into role (name) values ('自建审核'), ('自建查看') returning id`,
  )
  const users = await rows<{ id: number }>(
    `insert into app_user (account, name, scope, password_hash) values ('had', 'had', 'all', 'x'), ('denied', 'denied', 'all', 'x') returning id`,
  )
  const [had, denied] = users.map(({ id }) => id)
  await rows(`insert into role_right (role_id, page, browse, edit, approve) values (${decides}, 'billApplyAudit', true, true, true),
    (${decides}, 'cod', true, false, false), (${looks}, 'billApplyAudit', true, true, false), (${looks}, 'cod', true, true, false)`)
  await rows(`insert into user_right (user_id, page, browse, edit, approve) values (${had}, 'cod', true, true, null),
    (${denied}, 'billApplyAudit', null, null, false), (${denied}, 'cod', false, null, null)`)
  await giveLeaves(openDb(pool) as never)
  expect(
    await rows(`select role_id, page, edit, approve from role_right where role_id in (${decides}, ${looks}) and page in ('makeRed', 'payOutCod')
      order by role_id`),
  ).toEqual([
    { role_id: decides, page: 'makeRed', edit: true, approve: false },
    { role_id: looks, page: 'payOutCod', edit: true, approve: false },
  ])
  expect(
    await rows(
      `select user_id, page, browse, edit from user_right where page in ('makeRed', 'payOutCod') order by user_id, page`,
    ),
  ).toEqual([
    { user_id: had, page: 'payOutCod', browse: true, edit: true },
    { user_id: denied, page: 'makeRed', browse: null, edit: false },
    { user_id: denied, page: 'payOutCod', browse: false, edit: null },
  ])
})
