import { randomUUID } from 'node:crypto'
import { postMovements } from '../server/src/modules/warehouse/ledger/index.ts'
import { openDb, openPool, type Tx } from '../server/src/platform/db.ts'
import { type Bench, get, post } from './calls.ts'
import { prepareLedger } from './ledger.ts'
import { drive, median, timed } from './load.ts'
import { everything, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** What a warehouse's acts cost beside the same done bare, with a year behind them. */
export async function warehouse(bench: Bench): Promise<Row[]> {
  await prepareLedger(bench)
  return [...(await postings(bench)), ...(await hotItem(bench)), ...(await documents(bench))]
}

/** Of an inbound and of a wave. */
const lineCount = full(1_000, 50)
const noticeCount = full(200, 10)

type Key = { id: number; house: number; location: number; item: number; batch: number; owner: number }

/** Keys on the shelves of a warehouse, each of its own item. */
async function keysOf(bench: Bench, most: number, ownerId?: number): Promise<Key[]> {
  const { rows } = await bench.pool.query<Record<string, string>>(
    `select distinct on (s.item_id) s.id, s.warehouse_id as house, s.location_id as location, s.item_id as item, s.batch_id as batch, s.owner_id as owner
     from stock s join warehouse w on w.id = s.warehouse_id and w.code = 'LED-1' join location l on l.id = s.location_id and l.code like 'A-%'
     where s.quality = 'good' and s.container_id = 0
       and ($2::bigint is null or s.owner_id = $2) order by s.item_id, s.id limit $1`,
    [most, ownerId ?? null],
  )
  if (rows.length < 20) throw new Error('the ledger is used up: remove the database')
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Key)
}

/** Statements of one transaction through pg: what a posting does at least. */
function bareWriter(pool: ReturnType<typeof openPool>) {
  const insertMove = `insert into stock_move (posting_id, seq, warehouse_id, stock_id, owner_id, item_id, doc_line, type, flow,
      d_on_hand, d_allocated, d_frozen, on_hand, allocated, frozen, occurred_at)
    values ($1, $2, $3, $4, $5, $6, 1, $7, 0, $8, $9, 0, $10, $11, $12, clock_timestamp())`
  return async (
    type: string,
    changes: readonly { key: Key; onHand: number; allocated: number }[],
  ): Promise<boolean> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const posting = await client.query(
        `insert into stock_posting (warehouse_id, idem_key, doc_type, doc_id, doc_no, actor_name) values ($1, $2, 'move', 0, 'bare', 'bench') returning id`,
        [changes[0]?.key.house, `bare:${randomUUID()}`],
      )
      for (const [index, { key, onHand, allocated }] of changes.entries()) {
        const { rows } = await client.query(
          `update stock set on_hand = on_hand + $2, allocated = allocated + $3
           where id = $1 and on_hand + $2 >= allocated + $3 + frozen returning on_hand, allocated, frozen`,
          [key.id, onHand, allocated],
        )
        if (rows.length === 0) {
          await client.query('rollback')
          return false
        }
        await client.query(insertMove, [
          posting.rows[0].id,
          index + 1,
          key.house,
          key.id,
          key.owner,
          key.item,
          type,
          onHand,
          allocated,
          rows[0].on_hand,
          rows[0].allocated,
          rows[0].frozen,
        ])
      }
      await client.query('commit')
      return true
    } finally {
      client.release()
    }
  }
}

const keyOf = (key: Key) => ({
  locationId: key.location,
  itemId: key.item,
  batchId: key.batch,
  quality: 'good' as const,
  containerId: 0,
  line: 1,
})
let documentsMade = Math.floor(Date.now() / 1000) * 1000
const nextDocument = () => {
  documentsMade += 1
  return documentsMade
}

/** Fifty more on each key: a ledger that was benched before is not used up. */
async function topUp(bench: Bench, keys: readonly Key[]): Promise<void> {
  const no = nextDocument()
  await bench.db.transaction().execute((tx) =>
    postMovements(tx as unknown as Tx, everything, {
      warehouseId: keys[0]?.house ?? 0,
      docType: 'receipt',
      docId: no,
      docNo: `BENCH${no}`,
      act: 'run',
      movements: keys.map((key) => ({ ...keyOf(key), type: 'RCV', flow: 1, onHand: '50' })),
    }),
  )
}

/** A piece goes from one shelf to another, through the posting function in a command's transaction; and bare. */
async function postings(bench: Bench): Promise<Row[]> {
  const pool = openPool(await databaseOf(bench), 16)
  const db = openDb(pool)
  const keys = await keysOf(bench, 2_000)
  const { rows: places } = await bench.pool.query<{ id: number }>(
    `select l.id from location l join warehouse w on w.id = l.warehouse_id and w.code = 'LED-1' where l.code like 'R-%' order by 1 limit 1`,
  )
  const target = Number(places[0]?.id)
  const bare = bareWriter(pool)
  const move = async (key: Key, back: boolean) => {
    const no = nextDocument()
    const one = { type: 'MV' as const, flow: 0 as const }
    const [from, to] = back ? [target, key.location] : [key.location, target]
    await db.transaction().execute((tx) =>
      postMovements(tx as unknown as Tx, everything, {
        warehouseId: key.house,
        docType: 'move',
        docId: no,
        docNo: `BENCH${no}`,
        act: 'run',
        movements: [
          { ...keyOf(key), ...one, locationId: from, onHand: '-1' },
          { ...keyOf(key), ...one, locationId: to, onHand: '1' },
        ],
      }),
    )
    return true
  }
  await topUp(bench, keys)
  // The shelf's key is there from the first round on: both then change two rows and write two.
  for (const key of keys) await move(key, false)
  const { rows: twins } = await bench.pool.query<{ id: number; item: number; batch: number }>(
    `select id, item_id as item, batch_id as batch from stock where location_id = $1`,
    [target],
  )
  const twinOf = new Map(twins.map((row) => [`${row.item}:${row.batch}`, Number(row.id)]))
  const rows: Row[] = []
  for (const workers of full([1, 8, 16], [8])) {
    bench.say(`a posted move, ${workers} at a time`)
    const a: number[] = []
    const b: number[] = []
    for (let round = 0; round < full(5, 1); round += 1) {
      const pick = (n: number) => keys[(n * 7) % keys.length] as Key
      // Out and back by turns, so that no shelf runs empty.
      a.push(
        (await drive(workers, full(1_000, 40), (n) => move(pick(n), (n + round) % 2 === 0).catch(() => false)))
          .perSecond,
      )
      b.push(
        (
          await drive(workers, full(1_000, 40), (n) => {
            const key = pick(n)
            const twin = { ...key, id: twinOf.get(`${key.item}:${key.batch}`) as number }
            const d = (n + round) % 2 === 0 ? 1 : -1
            const both = [
              { key, onHand: d, allocated: 0 },
              { key: twin, onHand: -d, allocated: 0 },
            ]
            return bare('MV', key.id < twin.id ? both : both.reverse())
          })
        ).perSecond,
      )
    }
    rows.push({
      name: `a posted move, c${workers}`,
      ours: `${median(a).toFixed(0)}/s`,
      limit: `${median(b).toFixed(0)}/s`,
      ratio: ratio(median(a) / median(b)),
      aim: '≥ 0.5',
    })
  }
  await pool.end()
  return rows
}

/** Everybody wants the same: as many get it as there are. */
async function hotItem(bench: Bench): Promise<Row[]> {
  const pool = openPool(await databaseOf(bench), 16)
  const db = openDb(pool)
  const bare = bareWriter(pool)
  const keys = await keysOf(bench, 20)
  const stock = full(1_000, 100)
  const tries = stock + full(60, 10)
  const post = async (key: Key, onHand: string, allocated: string) => {
    const no = nextDocument()
    const { postingId } = await db.transaction().execute((tx) =>
      postMovements(tx as unknown as Tx, everything, {
        warehouseId: key.house,
        docType: onHand === '0' ? 'outbound' : 'receipt',
        docId: no,
        docNo: `BENCH${no}`,
        act: 'run',
        movements: [
          onHand === '0'
            ? { ...keyOf(key), type: 'ALC', flow: 0, allocated }
            : { ...keyOf(key), type: 'RCV', flow: 1, onHand },
        ],
      }),
    )
    return postingId > 0
  }
  const fill = async (key: Key) => {
    const { rows } = await bench.pool.query<{ free: string }>(
      'select on_hand - allocated - frozen as free from stock where id = $1',
      [key.id],
    )
    await post(key, String(stock - Number(rows[0]?.free)), '0')
  }
  const rows: Row[] = []
  let next = 0
  for (const workers of full([8, 16], [8])) {
    bench.say(`a hot item, ${workers} at a time`)
    const a: number[] = []
    const b: number[] = []
    for (let round = 0; round < full(5, 1); round += 1) {
      const [mine, theirs] = [keys[next], keys[next + 1]] as [Key, Key]
      next += 2
      await fill(mine)
      await fill(theirs)
      const ours = await drive(workers, tries, () => post(mine, '0', '1').catch(() => false))
      if (ours.done !== stock) throw new Error(`${ours.done} of ${stock} were given away`)
      a.push(ours.perSecond)
      b.push((await drive(workers, tries, () => bare('ALC', [{ key: theirs, onHand: 0, allocated: 1 }]))).perSecond)
    }
    rows.push({
      name: `one hot item, c${workers}: exactly ${stock} of ${tries}`,
      ours: `${median(a).toFixed(0)}/s`,
      limit: `${median(b).toFixed(0)}/s`,
      ratio: ratio(median(a) / median(b)),
      aim: workers === 8 ? '≥ 0.5' : '—',
    })
  }
  await pool.end()
  return rows
}

async function databaseOf(bench: Bench): Promise<string> {
  const { connectionString } = bench.pool.options
  if (connectionString === undefined) throw new Error('the pool has no address')
  return connectionString
}

/** Whole documents over HTTP. */
async function documents(bench: Bench): Promise<Row[]> {
  return [...(await inbound(bench)), ...(await wave(bench)), ...(await outbound(bench))]
}

/** The same changes of stock, statement by statement, in one transaction. */
async function bareLines(bench: Bench, count: number): Promise<number> {
  const keys = await keysOf(bench, count)
  const bare = bareWriter(bench.pool)
  return timed(() =>
    bare(
      'FRZ',
      keys.map((key) => ({ key, onHand: 0, allocated: 0 })),
    ),
  )
}

/** The keys of the owner who has the most goods in the warehouse. */
async function keysOfOwner(bench: Bench): Promise<Key[]> {
  const { rows } = await bench.pool.query<{ owner: number }>(
    `select s.owner_id as owner from stock s join warehouse w on w.id = s.warehouse_id and w.code = 'LED-1'
     group by 1 order by count(*) desc limit 1`,
  )
  return keysOf(bench, 1_000, Number(rows[0]?.owner))
}

async function inbound(bench: Bench): Promise<Row[]> {
  bench.say(`inbound of ${lineCount} lines`)
  const keys = await keysOfOwner(bench)
  const [{ house, owner } = { house: 0, owner: 0 }] = keys
  const lines = Array.from({ length: lineCount }, (_, n) => ({
    itemId: keys[n % keys.length]?.item,
    unit: 'piece',
    unitQty: '5',
    quality: 'good',
    batchNo: `N${n}`,
  }))
  let id = 0
  const announced = await timed(async () => {
    id = (
      await post<{ id: number }>(bench, 'InboundNotice/AddInboundNotice', {
        warehouseId: house,
        ownerId: owner,
        type: 'purchase',
        lines,
      })
    ).id
  })
  const { rows: found } = await bench.pool.query('select id from inbound_line where notice_id = $1 order by seq', [id])
  const { rows: receipts } = await bench.pool.query('select id from receipt where notice_id = $1', [id])
  const received = await timed(() =>
    post(bench, 'Receive/ReceiveGoods', {
      id: Number(receipts[0].id),
      lines: found.map((line, n) => ({
        lineId: Number(line.id),
        qty: '5',
        damaged: '0',
        short: '0',
        quality: 'good',
        batchNo: lines[n]?.batchNo,
        serials: [],
        damagedSerials: [],
      })),
    }),
  )
  const limit = await bareLines(bench, lineCount)
  const row = (name: string, ours: number): Row => ({
    name,
    ours: ms(ours),
    limit: `${ms(limit)} (2 statements a line, bare)`,
    ratio: ratio(limit / ours),
    aim: '≥ 0.5',
  })
  return [
    row(`inbound of ${lineCount} lines: announced`, announced),
    row(`inbound of ${lineCount} lines: received`, received),
  ]
}

async function wave(bench: Bench): Promise<Row[]> {
  bench.say(`a wave of ${noticeCount} notices`)
  const keys = await keysOfOwner(bench)
  const [{ house, owner } = { house: 0, owner: 0 }] = keys
  await topUp(bench, keys)
  const ids: number[] = []
  for (let n = 0; n < noticeCount; n += 1)
    ids.push((await post<{ id: number }>(bench, 'OutboundNotice/AddOutboundNotice', notice(house, owner, keys, n))).id)
  const allocated = await timed(() => post(bench, 'OutboundNotice/AllocateNotices', { ids }))
  const { rows } = await bench.pool.query(
    `select count(*) filter (where state = 'allocated')::int as n from outbound_notice where id = any($1::bigint[])`,
    [ids],
  )
  if (rows[0].n !== noticeCount) throw new Error(`${rows[0].n} of ${noticeCount} notices were allocated`)
  const waved = await timed(() => post(bench, 'OutBound/CreateWave', { ids, mode: 'single' }))
  const limit = await bareLines(bench, lineCount)
  const row = (name: string, ours: number): Row => ({
    name,
    ours: ms(ours),
    limit: `${ms(limit)} (2 statements a line, bare)`,
    ratio: ratio(limit / ours),
    aim: '≥ 0.5',
  })
  return [
    row(`allocating ${noticeCount} notices of 5 lines`, allocated),
    { ...row(`their wave: ${noticeCount} pick tasks`, waved), limit: '—', ratio: '—', aim: '—' },
  ]
}

/** Five lines of five items, so that two hundred of them take a thousand pieces of a thousand shelves where the owner has as many. */
const notice = (house: number, owner: number, keys: readonly Key[], n: number, lines = 5) => ({
  warehouseId: house,
  ownerId: owner,
  type: 'sale',
  consigneeName: '陈静',
  consigneePhone: '13800138000',
  address: '中山路 1 号',
  lines: Array.from({ length: lines }, (_, line) => ({
    itemId: keys[(n * lines + line) % keys.length]?.item,
    unit: 'piece',
    unitQty: '1',
  })),
})

/** From the notice to the shipped carton, by the calls that the pages send. */
async function outbound(bench: Bench): Promise<Row[]> {
  bench.say('outbound, from the draft to shipped')
  const keys = (await keysOfOwner(bench)).slice(0, 40)
  const [{ house, owner } = { house: 0, owner: 0 }] = keys
  const bare = bareWriter(bench.pool)
  let calls = 0
  const send = <T>(path: string, input: object) => {
    calls += 1
    return post<T>(bench, path, input)
  }
  const one = async (n: number) => {
    calls = 0
    const { id } = await send<{ id: number }>('OutboundNotice/AddOutboundNotice', notice(house, owner, keys, n, 2))
    await send('OutboundNotice/AllocateNotices', { ids: [id] })
    const { tasks } = await send<{ tasks: { id: number }[] }>('OutBound/CreateWave', { ids: [id], mode: 'single' })
    const task = (await get(bench, `OutBound/GetPickTask?id=${tasks[0]?.id}`)) as {
      lines: { id: number; qty: string }[]
    }
    for (const line of task.lines)
      await send('OutBound/PickLine', {
        actId: randomUUID(),
        taskId: tasks[0]?.id,
        lineId: line.id,
        qty: line.qty,
        serials: [],
      })
    const carton = await send<{ id: number }>('Encasement/OpenCarton', { noticeId: id })
    const desk = (await get(bench, `Encasement/GetPackingDesk?id=${id}`)) as {
      loose: { lineId: number; left: string; batchNo: string }[]
    }
    await send('Encasement/PackGoods', {
      cartonId: carton.id,
      lines: desk.loose.map(({ lineId, left, batchNo }) => ({ lineId, qty: left, serials: [], batchNo })),
    })
    const { version, calculated } = (await get(bench, `Encasement/GetCarton?id=${carton.id}`)) as {
      version: number
      calculated: string
    }
    await send('Encasement/WeighCarton', { id: carton.id, version, weight: calculated })
    await send('Encasement/SealCartons', { cartons: [{ id: carton.id }] })
    const { done } = await send<{ done: number }>('OutboundNotice/ShipNotices', { ids: [id] })
    if (done !== 1) throw new Error('the notice was not shipped')
  }
  await one(0)
  const a: number[] = []
  const b: number[] = []
  for (let n = 1; n <= full(15, 1); n += 1) {
    a.push(await timed(() => one(n)))
    const two = keys.slice(n, n + 2).map((key) => ({ key, onHand: 0, allocated: 0 }))
    b.push(
      await timed(async () => {
        for (let act = 0; act < calls; act += 1) await bare('FRZ', two)
      }),
    )
  }
  return [
    {
      name: `outbound of two lines, draft to shipped, ${calls} acts`,
      ours: ms(median(a)),
      limit: `${ms(median(b))} (as many bare postings of two lines)`,
      ratio: ratio(median(b) / median(a)),
      aim: '—',
    },
  ]
}
