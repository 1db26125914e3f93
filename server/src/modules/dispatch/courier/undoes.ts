import type { CourierUndoes } from '@xunyun/contract/dispatch/courier'
import type { Tx } from '../../../platform/db.ts'
import { lastAct } from '../aboard.ts'
import type { Courier } from '../facts.ts'

export type Undone = {
  readonly step: CourierUndoes
  /** That moved the pieces last; of 派送 and 运输 none did. */
  readonly act: number | undefined
}

/** What 撤销 takes back: giving back, signing or refusing, 派送, 运输, 揽收, the last of them (T8). */
export async function undoneNext(
  tx: Tx,
  parcel: Pick<Courier, 'id' | 'transitAt' | 'deliverAt'> & {
    readonly lines: readonly Pick<Courier['lines'][number], 'waybillId'>[]
  },
): Promise<Undone> {
  const [off, signed] = [await lastAct(tx, parcel, 'off'), await lastAct(tx, parcel, 'signed')]
  if (off !== undefined && off > (signed ?? 0)) return { step: 'giveBack', act: off }
  if (signed !== undefined) return { step: (await wasHandedOver(tx, signed)) ? 'sign' : 'refuse', act: signed }
  if (parcel.deliverAt !== null) return { step: 'deliver', act: undefined }
  if (parcel.transitAt !== null) return { step: 'transit', act: undefined }
  return { step: 'collect', act: await lastAct(tx, parcel, 'onto') }
}

/** Some of it, by a signing; else all was refused. */
const wasHandedOver = async (tx: Tx, act: number): Promise<boolean> =>
  (await tx.selectFrom('signing').select('id').where('act_id', '=', act).where('signed', '>', 0).executeTakeFirst()) !==
  undefined
