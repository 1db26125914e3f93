import { sql } from 'kysely'
import {
  arriveArrangements,
  createArrangement,
  departArrangements,
  finishArrangements,
} from '../src/modules/dispatch/index.ts'
import { checkInWaybills, createWaybill, signWaybill } from '../src/modules/waybills/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { freeVehicle } from './demoFleet.ts'
import type { Masters } from './demoMasters.ts'
import { consignees, inputOf, type Plan } from './demoPlans.ts'

/** Small consignments of several customers that filled one truck to 广州 and were all signed yesterday; their papers are still to come back. */

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type People = { readonly operator: Actor; readonly dispatcher: Actor }

const consignments = 32
/** Hours ago. */
const [placed, left, reached, round, signed, back] = [70, 62, 44, 24, 22, 17] as const
const goods: Plan['goods'] = [
  ['连接器', 'parts', 'carton', 4, '48', '0.32'],
  ['五金配件', 'parts', 'carton', 6, '96', '0.3'],
  ['样品', 'daily', 'carton', 2, '18', '0.12'],
]

export async function seedFullLoad(
  db: Db,
  { numbering, approvals, files }: Deps,
  masters: Masters,
  { operator, dispatcher }: People,
  start: number,
): Promise<void> {
  const at = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  const waybills: { id: number; pieces: number; to: number }[] = []
  for (let i = 0; i < consignments; i += 1) {
    const line = goods[i % goods.length] as Plan['goods'][number]
    const plan: Plan = {
      hours: placed,
      customer: i % 5,
      to: i % 2 === 0 ? 0 : 2,
      goods: [line],
      end: 'signed',
      more: { payMethod: 'monthly', receiptRequirement: 'receipt' },
    }
    const input = inputOf(plan, masters, dayOf(new Date(start - placed * 3_600_000)))
    const { id } = await at(placed - i * 0.05, (tx) =>
      createWaybill({ numbering, approvals })({ tx, actor: operator }, { ...input, place: true, waybillNo: undefined }),
    )
    waybills.push({ id, pieces: line[3], to: plan.to })
  }
  const { hangzhou, guangzhou } = masters.outlets
  const ids = waybills.map(({ id }) => id)
  await at(placed - 3, (tx) => checkInWaybills({ tx, actor: operator }, { ids, at: clock.iso(), outletId: hangzhou }))
  const carry = async (
    type: 'trunk' | 'delivery',
    from: number,
    departed: number,
    arrived: number,
    act?: () => Promise<void>,
  ) => {
    const { id } = await at(departed + 1, async (tx) => {
      const { turn, ...going } = await freeVehicle(tx, masters, false, 2000)
      return createArrangement(numbering)(
        { tx, actor: dispatcher },
        {
          type,
          ...going,
          carrierId: undefined,
          fromOutletId: type === 'trunk' ? from : undefined,
          toOutletId: type === 'trunk' ? guangzhou : undefined,
          planAt: clock.iso(),
          sealNo: type === 'trunk' ? String(817_000 + turn) : undefined,
          km: undefined,
          remark: undefined,
          lines: waybills.map((one) => ({ waybillId: one.id, fromPlace: 'outlet', fromId: from, pieces: one.pieces })),
          assign: true,
        },
      )
    })
    const trip = { ids: [id] }
    await at(departed, (tx) =>
      departArrangements(
        { tx, actor: dispatcher },
        { ...trip, at: clock.iso(), overload: undefined, loaded: undefined },
      ),
    )
    await act?.()
    await at(arrived, (tx) =>
      arriveArrangements(numbering)({ tx, actor: dispatcher }, { ...trip, at: clock.iso(), unloaded: undefined }),
    )
    await at(arrived - 0.1, (tx) => finishArrangements({ tx, actor: dispatcher }, trip))
  }
  await carry('trunk', hangzhou, left, reached)
  await carry('delivery', guangzhou, round, back, async () => {
    for (const [i, { id, pieces, to }] of waybills.entries())
      await at(signed - i * 0.1, (tx) =>
        signWaybill({ numbering, files })(
          { tx, actor: dispatcher },
          {
            id,
            signed: pieces,
            refused: 0,
            pickupCode: undefined,
            noCodeReason: undefined,
            refuseReason: undefined,
            shortType: undefined,
            signer: consignees[to]?.name as string,
            signedAt: clock.iso(),
            freight: '0',
            freightChannel: 'cash',
            cod: '0',
            codChannel: 'cash',
            waive: undefined,
            files: undefined,
          },
        ),
      )
  })
  const { rows } = await sql<{ n: number }>`
    -- unscoped: the demo company's own
    select count(*)::int as n from waybill where id = any(${ids}::bigint[]) and state <> 'signed'`.execute(owned(db))
  if (rows[0]?.n !== 0) throw new Error(`demo: ${rows[0]?.n} of the full load are not signed`)
}
