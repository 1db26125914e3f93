import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importColumns } from '../server/src/modules/waybills/import/columns.ts'
import { writeExcel } from '../server/src/platform/excel/write.ts'
import { openGround } from './ground.ts'
import { call, openProduct, type Product, password } from './product.ts'

let product: Product
let database: pg.Client
beforeAll(async () => {
  product = await openProduct()
  database = new pg.Client(product.databaseUrl)
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await product.close()
})

const rows = 6000
const count = async () => Number((await database.query('select count(*) as n from waybill')).rows[0].n)

async function file(): Promise<string> {
  const row = (i: number): Record<string, string> => ({
    customer: '云帆电子',
    customerNo: `K-${i}`,
    bizDate: '2026-11-20',
    shipperName: '王志强',
    shipperPhone: '13857112086',
    shipperAddress: '浙江省杭州市余杭区良睦路1399号',
    consigneeName: '陈国强',
    consigneePhone: '13922104475',
    consigneeAddress: '广东省广州市白云区石湖路88号',
    goods: '电子配件',
    pieces: '5',
    weight: '12.5',
    volume: '0.25',
    deliveryWay: '送货',
    payMethod: '月结',
  })
  async function* batches() {
    for (let start = 0; start < rows; start += 500)
      yield Array.from({ length: 500 }, (_, i) => importColumns.map((column) => row(start + i)[column.key] ?? ''))
  }
  const target = path.join(await mkdtemp(path.join(tmpdir(), 'xunyun-crash-')), 'big.xlsx')
  await pipeline(
    writeExcel({
      sheet: '运单',
      columns: importColumns.map((column) => ({ title: column.titles.zh, width: 12, type: 'text' as const })),
      rows: batches(),
    }),
    createWriteStream(target),
  )
  return target
}

async function token(): Promise<string> {
  const login = await fetch(`${product.url}/api/Login/DoLogin`, {
    method: 'POST',
    body: new URLSearchParams({ LOGNAME: 'admin', PSD: password }),
  })
  return ((await login.json()) as { data: { token: string } }).data.token
}

/** Waits until a command of the product has begun to write: that is the middle of it. */
async function midway(): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const busy = await database.query(
      `select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null
       and query ~* 'insert into|update|post_stock' and pid <> pg_backend_pid()`,
    )
    if (busy.rowCount) return
    await sleep(2)
  }
}

it('[D-05] kill -9 in the middle of an import leaves nothing half done, and the import can be sent again', async () => {
  await call(product, 'admin', 'POST', '/api/Companies/AddCompany', { name: '总站', roles: ['own'] })
  await call(product, 'admin', 'POST', '/api/Companies/AddCompany', { name: '云帆电子', roles: ['customer'] })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await readFile(await file()))]), 'big.xlsx')
  const stored = (await (
    await fetch(`${product.url}/api/FileUpload/FileUpload`, {
      method: 'POST',
      headers: { token: await token() },
      body: form,
    })
  ).json()) as { data: { FileID: number } }
  const input = { page: 'taskList', fileId: stored.data.FileID, mode: 'whole', place: true }
  const send = async () =>
    fetch(`${product.url}/api/Imports/RunImport`, {
      method: 'POST',
      headers: { token: await token(), 'content-type': 'application/json', 'idempotency-key': 'crash' },
      body: JSON.stringify(input),
    })

  const lost = send().catch(() => 'cut off')
  await midway()
  await product.kill()
  expect(await lost).toBe('cut off')
  await product.start()
  expect(await count()).toBe(0)
  expect(await (await send()).json()).toMatchObject({ code: 200, data: { accepted: rows, refused: 0 } })
  expect(await count()).toBe(rows)
  expect(await (await send()).json()).toMatchObject({ code: 200, data: { accepted: rows } })
  expect(await count()).toBe(rows)
})

it('[D-05] kill -9 in the middle of allocating, and of a wave, leaves nothing half done; sent again each is done once', async () => {
  const ground = await openGround(product, ['R-01', 'A-01', 'A-02', 'S-01'])
  const items = [await ground.item('YF-1'), await ground.item('YF-2')]
  await ground.receive(items.map((itemId) => ({ itemId, qty: '1000' })))
  const session = await token()
  const post = (address: string, input: object, key?: string) =>
    fetch(`${product.url}${address}`, {
      method: 'POST',
      headers: {
        token: session,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(input),
    })
  const ids: number[] = []
  for (let n = 0; n < 60; n += 1) {
    const made = await post('/api/OutboundNotice/AddOutboundNotice', {
      warehouseId: ground.warehouseId,
      ownerId: ground.ownerId,
      type: 'sale',
      consigneeName: '陈静',
      consigneePhone: '13800138000',
      address: '中山路 1 号',
      lines: items.map((itemId) => ({ itemId, unit: 'piece', unitQty: '3' })),
    })
    ids.push(((await made.json()) as { data: { id: number } }).data.id)
  }
  const seen = async () =>
    (
      await database.query(
        `select (select count(*) from allocation)::int as allocations, (select count(*) from pick_task)::int as tasks,
          (select count(*) from stock_move where type = 'ALC')::int as moves,
          (select trim_scale(sum(allocated)) from stock)::text as promised,
          (select string_agg(distinct state, ',') from outbound_notice) as states`,
      )
    ).rows[0]
  const acts = [
    () => post('/api/OutboundNotice/AllocateNotices', { ids }, 'allocate'),
    () => post('/api/OutBound/CreateWave', { ids, mode: 'single' }, 'wave'),
  ]
  for (const [index, act] of acts.entries()) {
    const before = await seen()
    const lost = act().catch(() => 'cut off')
    await midway()
    await product.kill()
    const answer = await lost
    await product.start()
    // On a busy machine the answer may be quicker than the kill: then all of it is there, as what follows shows.
    if (answer === 'cut off') expect(await seen(), String(index)).toEqual(before)
    expect(await (await act()).json()).toMatchObject({ code: 200, data: { done: 60, refused: [] } })
    const after = await seen()
    expect(await (await act()).json()).toMatchObject({ code: 200, data: { done: 60 } })
    expect(await seen()).toEqual(after)
  }
  expect(await seen()).toEqual({ allocations: 120, tasks: 60, moves: 120, promised: '360', states: 'picking' })
}, 120_000)
