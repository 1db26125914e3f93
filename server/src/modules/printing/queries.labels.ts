import { wordFor } from '@xunyun/contract/dictionary'
import { isSscc } from '@xunyun/contract/kernel/gs1'
import { placeLabel } from '@xunyun/contract/warehouse/locations/locationLabel'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { itemCode, lotCode } from './gs1.ts'
import { type Papers, sharedFields } from './queries.papers.ts'
import { moment, trimmed } from './words.ts'

/** Labels of places, containers and goods: one read however many they are. */

const byId = <R extends { id: number }>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]))
/** The company whose warehouse it is. */
export const companyOf = sql`coalesce(h.name, o.name) as "companyName"`
export const companyJoins = sql`join company o on o.id = w.outlet_id left join company h on h.id = o.parent_id`

type Place = {
  id: number
  code: string
  aisle: string | null
  rack: string | null
  level: string | null
  slot: string | null
  zone: string
  warehouseCode: string
  warehouseName: string
  companyName: string
}
export async function locationPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await sql<Place>`
    select l.id, l.code, l.aisle, l.rack, l.level, l.slot, concat_ws(' ', z.code, nullif(z.name, z.code)) as zone, w.code as "warehouseCode",
      w.name as "warehouseName", ${companyOf}
    from location l join warehouse_zone z on z.id = l.zone_id join warehouse w on w.id = l.warehouse_id ${companyJoins}
    where l.id = any(${[...ids]}::bigint[]) and not l.is_deleted and ${inScope(actor, 'location', 'l')}`.execute(tx)
  const places = byId(found.rows)
  return ({ id }, language) => {
    const place = places.get(id)
    if (place === undefined) return undefined
    const content = placeLabel({ warehouse: place.warehouseCode, location: place.code })
    return {
      no: place.code,
      // A label that fell off is put up again: it is no second copy of anything.
      reprint: 0,
      barcode: content,
      qr: content,
      square: true,
      fields: {
        ...sharedFields(actor, 'location', language, place.companyName),
        locationCode: place.code,
        warehouseCode: place.warehouseCode,
        warehouseName: place.warehouseName,
        zoneName: place.zone,
        shelf: [place.aisle, place.rack, place.level, place.slot].filter((part) => part !== null).join('-'),
        arrow: '↑',
      },
      tables: {},
    }
  }
}

type Container = {
  id: number
  code: string
  warehouseName: string
  companyName: string
  owners: string | null
  places: string | null
  contents: string | null
  qty: string
}
export async function containerPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await sql<Container>`
    select c.id, c.code, w.name as "warehouseName", ${companyOf}, x.*
    from container c join warehouse w on w.id = c.warehouse_id ${companyJoins}
    cross join lateral (
      select string_agg(distinct y.owner, '，') as owners, string_agg(distinct y.place, ' ') as places, trim_scale(coalesce(sum(y.qty), 0))::text as qty,
        string_agg(concat_ws(' ', y.item_no, nullif(y.batch_no, ''), '× ' || trim_scale(y.qty)), E'\n' order by y.item_no, y.batch_no) as contents
      from (
        -- unscoped: what stands on a container that is in scope
        select u.name as owner, l.code as place, i.item_no, b.batch_no, sum(s.on_hand) as qty
        from stock s join item i on i.id = s.item_id join batch b on b.id = s.batch_id join location l on l.id = s.location_id
        join company u on u.id = s.owner_id where s.container_id = c.id and s.container_id <> 0 and s.on_hand > 0 group by 1, 2, 3, 4) y) x
    where c.id = any(${[...ids]}::bigint[]) and ${inScope(actor, 'location', 'c')}`.execute(tx)
  const containers = byId(found.rows)
  return ({ id, reprint }, language) => {
    const container = containers.get(id)
    if (container === undefined) return undefined
    const { code } = container
    // Typed by hand it may hold what no barcode can.
    const content = isSscc(code) ? `(00)${code}` : /^[\x20-\x7e]+$/.test(code) ? code : ''
    return {
      no: code,
      reprint,
      barcode: content,
      qr: content,
      square: true,
      fields: {
        ...sharedFields(actor, 'container', language, container.companyName),
        containerCode: code,
        warehouseName: container.warehouseName,
        ownerName: container.owners ?? '',
        locationCode: container.places ?? '',
        contents: container.contents ?? '',
        quantity: container.qty === '0' ? '' : container.qty,
      },
      tables: {},
    }
  }
}

type Item = {
  id: number
  itemNo: string
  name: string
  spec: string | null
  barcodes: string[]
  unit: string
  ownerName: string
}
const itemColumns = sql`i.item_no as "itemNo", i.name, i.spec, i.barcodes, i.base_unit as unit, c.name as "ownerName"`

export async function itemPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await sql<Item>`
    select i.id, ${itemColumns} from item i join company c on c.id = i.owner_id
    where i.id = any(${[...ids]}::bigint[]) and not i.is_deleted and ${inScope(actor, 'item', 'i')}`.execute(tx)
  const items = byId(found.rows)
  return ({ id }, language) => {
    const item = items.get(id)
    if (item === undefined) return undefined
    return {
      no: item.itemNo,
      reprint: 0,
      filledOnly: true,
      ...itemCode(item),
      fields: {
        ...sharedFields(actor, 'item', language, item.ownerName),
        itemNo: item.itemNo,
        itemName: item.name,
        spec: item.spec ?? '',
        unit: wordFor('unit', item.unit, language),
        ownerName: item.ownerName,
      },
      tables: {},
    }
  }
}

type Lot = Item & {
  batchNo: string | null
  production: string | null
  expiry: string | null
  serials: string[]
  qty: string
  receiptNo: string
  at: string
}
/** What was counted in: of goods with serial numbers a label for each of them. */
export async function lotPapers(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await sql<Lot>`
    select e.id, ${itemColumns}, nullif(b.batch_no, '') as "batchNo", b.production, b.expiry, e.serials, trim_scale(e.qty)::text as qty,
      r.receipt_no as "receiptNo", e.at
    -- unscoped: goods of a receipt that is in scope
    from receipt_entry e join receipt r on r.id = e.receipt_id join item i on i.id = e.item_id join company c on c.id = i.owner_id
    left join batch b on b.id = e.batch_id
    where e.id = any(${[...ids]}::bigint[]) and e.reversed_at is null and not r.is_deleted and ${inScope(actor, 'receipt', 'r')}`.execute(
    tx,
  )
  const lots = byId(found.rows)
  return ({ id, piece }, language) => {
    const lot = lots.get(id)
    if (lot === undefined) return undefined
    const serial = lot.serials[Math.max(piece, 1) - 1]
    return {
      no: [lot.itemNo, lot.batchNo, serial].filter(Boolean).join(' '),
      reprint: 0,
      filledOnly: true,
      ...lotCode(lot, { batchNo: lot.batchNo, expiry: lot.expiry, ...(serial === undefined ? {} : { serial }) }),
      fields: {
        ...sharedFields(actor, 'lot', language, lot.ownerName),
        itemNo: lot.itemNo,
        itemName: lot.name,
        spec: lot.spec ?? '',
        unit: wordFor('unit', lot.unit, language),
        ownerName: lot.ownerName,
        batchNo: lot.batchNo ?? '',
        production: lot.production ?? '',
        expiry: lot.expiry ?? '',
        serialNo: serial ?? '',
        receiptNo: lot.receiptNo,
        receivedAt: moment(lot.at),
        quantity: serial === undefined ? trimmed(lot.qty) : '1',
      },
      tables: {},
    }
  }
}
