import { type AccessRow, exportAccessLog, getAccessLog, getAccessTotals } from '@xunyun/contract/system/access'
import * as calls from '@xunyun/contract/system/calls'
import * as files from '@xunyun/contract/system/files'
import { exportUsers } from '@xunyun/contract/system/userBatches'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { download } from '../../../test/sheets.ts'
import { Client, openWorld, type Person, password, type World } from '../../../test/world.ts'
import { Files } from '../../platform/files.ts'
import { Records } from '../../platform/records.ts'
import { tidyUp } from './housekeeping.ts'

let world: World
let clerk: Person
beforeAll(async () => {
  world = await openWorld()
  clerk = await world.person('clerk', { rights: { user: 'browse' } })
})
afterAll(() => world.close())

const log = async (filter: object = {}): Promise<AccessRow[]> =>
  (await world.admin.ok(getAccessLog, { userId: clerk.id, ...filter })).rows
const signIn = (LOGNAME: string, PSD: string) => new Client(world.url).send(calls.doLogin, { LOGNAME, PSD })

it('who signed in, was refused and left is kept with the address; of an account that does not exist nothing that was typed', async () => {
  await signIn('clerk', 'wrong-password')
  const { data } = await signIn('clerk', password)
  await new Client(world.url, data?.token).ok(calls.logout, {})
  const rows = await log()
  expect(rows.map(({ kind, way, reason }) => [kind, way, reason])).toEqual([
    ['logout', '', ''],
    ['login', 'password', ''],
    ['failure', 'password', '账号或密码不对'],
    ['login', 'password', ''],
  ])
  expect(rows[0]).toMatchObject({ account: 'clerk', name: 'clerk', address: '127.0.0.1' })
  await signIn('My-Secret-1', 'x')
  const [latest] = (await world.admin.ok(getAccessLog, {})).rows
  expect(latest).toMatchObject({ kind: 'failure', account: '', name: '' })
})

it('an export is kept with its filter and rows, a download by its name; a picture within a page is neither', async () => {
  await download(clerk.client, exportUsers, { q: 'clerk', columns: 'LOGNAME' })
  expect((await log({ kind: 'export' }))[0]).toMatchObject({ what: '用户管理', filter: 'q=clerk', rows: 1 })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)]), '照片.png')
  const sent = await clerk.client.fetch(files.fileUpload.path, { method: 'POST', body: form })
  const { data } = (await sent.json()) as { data: files.StoredFile }
  await clerk.client.fetch(data.Url)
  expect(await log({ kind: 'download' })).toEqual([])
  await clerk.client.fetch(`${data.Url}?download=1`)
  expect(await log({ kind: 'download' })).toMatchObject([{ what: '照片.png', address: '127.0.0.1' }])
})

it('the log is filtered, counted and exported by whoever may read the history, and nobody else', async () => {
  expect(await clerk.client.refused(getAccessLog, {})).toMatchObject({ code: 403 })
  const failures = { userId: clerk.id, kind: 'failure' } as const
  expect(await world.admin.ok(getAccessTotals, failures)).toEqual({ count: 1 })
  expect(await log({ q: '照片' })).toHaveLength(1)
  expect(await log({ to: '2020-01-01' })).toEqual([])
  const { rows } = await download(world.admin, exportAccessLog, { ...failures, columns: 'kind,account,reason' })
  expect(rows).toEqual([
    ['类型', '账号', '原因'],
    ['登录失败', 'clerk', '账号或密码不对'],
  ])
})

it('a year is kept, and what is older goes in the night', async () => {
  await sql`update access_log set at = at - interval '366 days' where kind = 'download'`.execute(world.db)
  await sql`update access_log set at = at - interval '364 days' where kind = 'export'`.execute(world.db)
  await tidyUp(world.db as never, new Files(world.dataDir, new Records()), 365)
  expect(await log({ kind: 'download' })).toEqual([])
  expect(await log({ kind: 'export' })).toHaveLength(1)
})
