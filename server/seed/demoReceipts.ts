import { sql } from 'kysely'
import {
  giveBackSignedReceipts,
  receiveSignedReceipts,
  recoverSignedReceipts,
  sendSignedReceipts,
} from '../src/modules/signedReceipts/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import { clock } from '../src/platform/clock.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import type { Masters } from './demoMasters.ts'

/** Signed papers of the demo company on their way home: some back at 广州, some in the post, one with its customer; the rest still to come. */
export async function seedReceipts(
  db: Db,
  numbering: Numbering,
  masters: Masters,
  actor: Actor,
  start: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    -- unscoped: the demo company's own
    select x.id from signed_receipt x join waybill w on w.id = x.waybill_id
    where x.state = 'toSign' and x.signed_at is not null and w.state in ('signed', 'partSigned') and w.receipt_requirement <> 'electronic'
    order by x.signed_at, x.id`.execute(db)
  // The last signed are still with their consignees.
  const ids = rows.slice(0, -2).map(({ id }) => id)
  const step = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  const parcel = { expressCompany: '顺丰', expressNo: 'SF1424871200356', arrangementNo: undefined }
  if (ids.length === 0) return
  await step(0.9, (tx) => recoverSignedReceipts(numbering)({ tx, actor }, { ids, outletId: masters.outlets.guangzhou }))
  const sent = ids.slice(0, 4)
  await step(0.7, (tx) =>
    sendSignedReceipts(numbering)({ tx, actor }, { ids: sent, toOutletId: masters.outlets.hangzhou, ...parcel }),
  )
  await step(0.4, (tx) => receiveSignedReceipts(numbering)({ tx, actor }, { ids: sent.slice(0, 2) }))
  await step(0.2, (tx) =>
    giveBackSignedReceipts(numbering)(
      { tx, actor },
      { ids: sent.slice(0, 1), expressCompany: undefined, expressNo: undefined, arrangementNo: undefined },
    ),
  )
}
