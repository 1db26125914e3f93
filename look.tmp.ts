import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { openDb, openPool, owned } from './server/src/platform/db.ts'
import { Numbering } from './server/src/platform/numbering.ts'
import { demoInbound } from './server/seed/demoInbound.ts'
const url = 'http://127.0.0.1:8124'
const login = await (await fetch(`${url}/api/Login/DoLogin`, { method: 'POST', body: new URLSearchParams({ LOGNAME: 'admin', PSD: 'Hangzhou-2026' }) })).json()
const post = async (path, input) => { const a = await (await fetch(url + path, { method: 'POST', headers: { token: login.data.token, 'content-type': 'application/json', 'accept-language': 'zh' }, body: JSON.stringify(input) })).json(); if (a.code !== 200) throw new Error(path + JSON.stringify(a)); return a.data }
const get = async (path) => (await (await fetch(url + path, { headers: { token: login.data.token } })).json()).data
const port = readFileSync('/tmp/hd-data/postgres/postmaster.pid', 'utf8').split('\n')[3]
const password = readFileSync('/tmp/hd-data/postgres.password', 'utf8').trim()
const pool = openPool(process.argv[2] ?? `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, 4)
const db = openDb(pool)
const full = owned(db)
const [{ id: outletId }] = (await sql`select id from company where roles @> '{own}' order by id limit 1`.execute(db)).rows as any
await sql`update company set roles = roles || '{owner}'::text[] where roles @> '{customer}' and not roles @> '{owner}'`.execute(db)
const [{ id: ownerId }] = (await sql`select id from company where roles @> '{owner}' order by id limit 1`.execute(db)).rows as any
const zone = (code, name, type, tempClass = 'normal') => ({ code, name, type, sellable: type === 'store' || type === 'pick', tempClass, enabled: true })
const { id: warehouseId } = await post('/api/Warehouses/AddWarehouse', { outletId, code: 'HZ1', name: '杭州一号仓', secondCheck: false, blindCount: true, weightTolerance: '5', nearExpiryDays: 30, zones: [zone('R', '收货区', 'receive'), zone('A', '存储区', 'store'), zone('C', '冷库', 'store', 'cold'), zone('X', '次品区', 'reject')] })
const { zones } = await get(`/api/Warehouses/GetWarehouse?id=${warehouseId}`)
let seq = 0
const place = async (code, more = {}) => { seq++; return post('/api/Locations/AddLocation', { warehouseId, zoneId: zones.find((z) => z.code === code[0]).id, code, mixItem: true, mixBatch: true, pickSeq: seq, putSeq: seq, ...more }) }
for (const c of ['R-01', 'R-02']) await place(c)
for (let a = 1; a <= 3; a++) for (let r = 1; r <= 4; r++) for (let l = 1; l <= 3; l++) await place(`A-0${a}-0${r}-${l}`, { maxWeight: '1000', mixItem: false, abc: 'ABC'[a - 1] })
await place('C-01-01'); await place('C-01-02'); await place('X-01')
const item = async (itemNo, name, more = {}) => (await post('/api/Items/AddItem', { ownerId, itemNo, name, barcodes: [], baseUnit: 'piece', packs: [], batchControlled: false, serialControlled: false, expiryControlled: false, overReceivePercent: '5', tempClass: 'normal', hazard: false, grossWeight: '0.8', volume: '0.002', ...more })).id
const ids = [
  await item('KY-0311', '维生素 C 泡腾片 20 片', { barcodes: ['6291041500213'], batchControlled: true, expiryControlled: true, shelfLifeDays: 720, packs: [{ unit: 'box', ratio: '24', barcode: '16291041500210' }], abc: 'A' }),
  await item('KY-0412', '坚果礼盒 1.2 kg', { batchControlled: true, expiryControlled: true, shelfLifeDays: 270, barcodes: ['6921168509256'] }),
  await item('YF-2205', '断路器 DZ47-63', { abc: 'B', packs: [{ unit: 'box', ratio: '12', barcode: null }] }),
  await item('YF-8801', '手持终端 PDA-6', { serialControlled: true, abc: 'A' }),
  await item('LC-1001', '冷藏酸奶 200 g', { tempClass: 'cold', batchControlled: true, expiryControlled: true, shelfLifeDays: 60 }),
]
const [{ id: userId }] = (await sql`select id from app_user where account = 'operator'`.execute(db)).rows as any
const actor = { userId, account: 'operator', name: '周雅琴', sessionId: 0, outletId, scope: { kind: 'all' }, warehouses: null, rights: new Map(), mustChangePassword: false, language: 'zh' } as any
await demoInbound(db, { clerk: actor, keeper: { ...actor, name: '马国栋' } }, warehouseId, ownerId, ids, new Numbering(db))
console.log((await sql`select state, count(*) from inbound_notice group by 1`.execute(db)).rows)
await pool.end()
