import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addCompany, exportCompanies } from '@xunyun/contract/companies/calls'
import { createArrangement } from '@xunyun/contract/dispatch/calls'
import {
  addUsers,
  changeUsers,
  endSessions,
  getRightMenus,
  getUserInfo,
  logout,
  setSysUserRights,
} from '@xunyun/contract/system/calls'
import type { StoredFile } from '@xunyun/contract/system/files'
import { fileUpload } from '@xunyun/contract/system/files'
import { addMailbox } from '@xunyun/contract/system/mailboxes'
import { getMailTotals, resendMails } from '@xunyun/contract/system/outbox'
import { createWaybill } from '@xunyun/contract/waybills/calls'
import { getMyJobs, startExport } from '@xunyun/contract/workbench/jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FullDb, openDb, openPool, owned } from '../src/platform/db.ts'
import { freshDatabase, quiet } from './database.ts'
import { type Freight, openFreight } from './freight.ts'
import { type OwnProcess, startProcess, stopProcess } from './ownProcess.ts'
import { download } from './sheets.ts'
import { openSmtp } from './smtp.ts'
import { Client, password, tokenFor, type World } from './world.ts'

/** Two processes of the product on one database and one directory of files, as behind a load balancer. */
let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: ReturnType<typeof openPool>
let db: FullDb
let dataDir: string
let freight: Freight
type Server = OwnProcess
let one: Server
let two: Server

const startServer = () => startProcess(database.url, dataDir)

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'xunyun-two-'))
  pool = quiet(openPool(database.url, 5))
  db = owned(openDb(pool))
  // Both at once: migrations and first-run data happen once.
  ;[one, two] = await Promise.all([startServer(), startServer()])
  const company = async (name: string, roles: string[]) =>
    (
      await db
        .insertInto('company')
        .values({ code: `C${name}`, name, short_name: name, search: '', roles })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  freight = await openFreight({ db, outlet: (name: string) => company(name, ['own']), company } as unknown as World)
})
afterAll(async () => {
  await Promise.all([stopProcess(one), stopProcess(two)])
  await pool.end()
  await rm(dataDir, { recursive: true, force: true })
})

const signIn = async (server: Server, account = 'admin', secret = password) =>
  new Client(server.url, await tokenFor(server.url, account, secret))
/** The same session, at the other server. */
const at = (server: Server, client: Client) => new Client(server.url, client.token)
const isIn = async (client: Client) => (await client.send(getUserInfo, {})).code === 200

async function newUser(account: string): Promise<{ id: number; client: Client }> {
  const admin = await signIn(one)
  const { UserID } = await admin.ok(addUsers, {
    LOGNAME: account,
    PSD: 'Begin-2026-first',
    UNAME: account,
    scope: 'all',
  })
  await db.updateTable('app_user').set({ must_change_password: false }).where('id', '=', UserID).execute()
  return { id: UserID, client: await signIn(one, account, 'Begin-2026-first') }
}
const grant = async (userId: number, page: string) => {
  const admin = await signIn(one)
  const menus = await admin.ok(getRightMenus, {})
  const menu = menus.find((item) => item.Page === page)
  await admin.ok(setSysUserRights, {
    UserID: userId,
    Rights: [{ MenuID: menu?.MenuID ?? 0, BrowseAccess: 1, AddModifyAccess: 1, DeleteApprovedAccess: 0 }],
  })
}

describe('two server processes on one database', () => {
  it('[SE-04] a session holds at both, and its end at one is its end at the other within a second', async () => {
    const client = await signIn(one)
    const other = at(two, client)
    expect(await isIn(other)).toBe(true)
    await client.ok(logout, {})
    await expect.poll(() => isIn(other), { timeout: 1000, interval: 50 }).toBe(false)
  })

  it('[SE-09] a right given at one is in force at the other, and a disabled user is out at both', async () => {
    const { id, client } = await newUser('both')
    await grant(id, 'companyManage')
    const company = { roles: ['customer'], name: '双机测试公司', shortName: '双机' }
    await expect
      .poll(async () => (await at(two, client).send(addCompany, company)).code, { timeout: 1000, interval: 50 })
      .not.toBe(403)
    const admin = await signIn(two)
    await admin.ok(endSessions, { UserID: id })
    await expect.poll(() => isIn(client), { timeout: 1000, interval: 50 }).toBe(false)
    const again = await signIn(one, 'both', 'Begin-2026-first')
    const { version } = await db.selectFrom('app_user').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    await admin.ok(changeUsers, { UserID: id, version, STATUS: 1, UNAME: 'both', scope: 'all' })
    await expect.poll(() => isIn(again), { timeout: 1000, interval: 50 }).toBe(false)
  })

  it('[D-05] one intent sent to both at once has one effect and the same answer, and numbers are never given twice', async () => {
    const client = await signIn(one)
    const input = {
      bizDate: new Date().toISOString().slice(0, 10),
      outletId: freight.hangzhou,
      customerId: freight.yunfan,
      deliveryWay: 'delivery',
      payMethod: 'monthly',
      place: true,
      shipper: { name: '张三', phone: '13800138000', region: '330106', address: '文三路 1 号' },
      consignee: { name: '李四', phone: '13900139000', region: '440106', address: '体育东路 1 号' },
      goods: [{ name: '配件', pieces: 1, weight: '1', volume: '0.1', package: 'carton' }],
    }
    const servers = [one, two]
    const twice = await Promise.all(
      servers.map((server) => at(server, client).ok(createWaybill, input as never, { key: 'same-intent' })),
    )
    expect(twice[0]).toEqual(twice[1])
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, n) => at(servers[n % 2] as Server, client).ok(createWaybill, input as never)),
    )
    expect(new Set(made.map(({ waybillNo }) => waybillNo)).size).toBe(60)
    const { count } = await db
      .selectFrom('waybill')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(61)
  })

  it('[D-05] the same pieces are planned by one dispatcher only, whichever server each asks', async () => {
    const client = await signIn(one)
    const waybill = await freight.waybill(client, 10)
    const trip = async (server: Server, plate: string) =>
      at(server, client).send(createArrangement, {
        type: 'pickup',
        vehicleId: await freight.addVehicle(plate),
        driverId: await freight.addDriver(`司机${plate}`),
        toOutletId: freight.hangzhou,
        planAt: new Date(Date.now() + 3_600_000).toISOString(),
        lines: [{ waybillId: waybill.id, fromPlace: 'shipper', fromId: 0, pieces: 10 }],
      })
    const answers = await Promise.all([trip(one, '浙D10001'), trip(two, '浙D10002')])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
  })

  it('[AP-13] a file given to one is read at the other', async () => {
    const client = await signIn(one)
    const form = new FormData()
    form.append('file', new Blob([Buffer.from('%PDF-1.7\nx')]), 'a.pdf')
    const sent = await client.fetch(fileUpload.path, { method: 'POST', body: form })
    const { data } = (await sent.json()) as { data: StoredFile }
    const read = await at(two, client).fetch(data.Url)
    expect(await read.text()).toBe('%PDF-1.7\nx')
  })

  it('[D-01] a job whose server is killed goes on at the other, and its file holds every row once', async () => {
    const many = 60_000
    await sql`insert into company (code, name, short_name, search, roles)
      select 'K' || lpad(n::text, 6, '0'), '甲' || n, '甲' || n, '', '{customer}' from generate_series(1, ${many}::int) n`.execute(
      db,
    )
    // It runs at one, because there is no other; that one dies as by a power cut, and another begins.
    await stopProcess(two)
    const input = { entry: 'manage', tab: 'customer', columns: ['code'] }
    const job = await (await signIn(one)).ok(startExport, { path: exportCompanies.path, input })
    const seen = () => db.selectFrom('job').select(['state', 'done']).where('id', '=', job.id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await seen()).done, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0)
    one.process.kill('SIGKILL')
    expect((await seen()).done).toBeLessThan(many)
    two = await startServer()
    // Taken up within half a minute of the power cut.
    await expect.poll(async () => (await seen()).state, { timeout: 30_000, interval: 200 }).toBe('done')
    const client = await signIn(two)
    const [ready] = await client.ok(getMyJobs, {})
    const { rows } = await download(client, { ...exportCompanies, path: ready?.fileUrl as never } as never, {} as never)
    expect(new Set(rows.slice(1).map(([code]) => code)).size).toBe(rows.length - 1)
    expect(rows.length).toBeGreaterThan(many)
  }, 120_000)

  /** Mails as if they had failed, of whoever is first: given to be sent at one or the other. */
  async function failedMails(mailboxId: number, count: number): Promise<number[]> {
    const rows = await db
      .insertInto('mail')
      .values(
        Array.from({ length: count }, (_, i) => ({
          mailbox_id: mailboxId,
          recipients: [`a${i}@example.com`],
          cc: [],
          subject: `第 ${i} 封`,
          body: '两个进程',
          kind: 'priceSheet',
          about: '',
          detail: JSON.stringify({ prices: [] }),
          state: 'failed' as const,
          created_at: new Date(),
          created_by: 1,
          updated_at: new Date(),
        })),
      )
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  }
  const mailbox = async (client: Client, name: string, port: number) =>
    (
      await client.ok(addMailbox, {
        name,
        host: '127.0.0.1',
        port,
        security: 'none',
        sender: 'tms@example.com',
      })
    ).id

  it('[RT-12/mailInfo] mails that both send leave once each', async () => {
    one = await startServer()
    const smtp = await openSmtp()
    const client = await signIn(one)
    const ids = await failedMails(await mailbox(client, '双机', smtp.port), 40)
    const half = [ids.slice(0, 20), ids.slice(20)]
    await Promise.all([
      client.ok(resendMails, { ids: half[0] ?? [] }),
      at(two, client).ok(resendMails, { ids: half[1] ?? [] }),
    ])
    await expect
      .poll(async () => (await client.ok(getMailTotals, { tab: 'sent', ids })).count, {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(40)
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(40)
    expect(smtp.received).toHaveLength(40)
    await smtp.close()
  }, 90_000)

  it('[RT-12/mailInfo] a mail whose process is killed while it sends is not sent by the other: it fails, and says that it may have arrived', async () => {
    await stopProcess(two)
    let begun = 0
    // Has the whole mail, and never answers.
    const smtp = await openSmtp({
      onData: (stream) => {
        begun += 1
        stream.resume()
      },
    })
    const client = await signIn(one)
    const ids = await failedMails(await mailbox(client, '不回话', smtp.port), 1)
    await client.ok(resendMails, { ids })
    await expect.poll(() => begun, { timeout: 10_000, interval: 20 }).toBe(1)
    one.process.kill('SIGKILL')
    two = await startServer()
    await db
      .updateTable('mail')
      .set({ taken_at: new Date(Date.now() - 120_000) })
      .where('id', 'in', ids)
      .execute()
    const found = () => db.selectFrom('mail').select(['state', 'fault']).where('id', 'in', ids).executeTakeFirst()
    await expect.poll(found, { timeout: 90_000, interval: 500 }).toEqual({ state: 'failed', fault: 'unsure' })
    expect(begun).toBe(1)
    void smtp.close()
  }, 120_000)
})
