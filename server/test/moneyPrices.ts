import { repriceWaybills } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import type { Freight } from './freight.ts'
import { type Charge, fresh, type Model, yuan } from './moneyModel.ts'
import type { Client, World } from './world.ts'

/** Prices in random histories of money: waybills charged by a customer's rule, and charged anew when it changes (M3, V28). */

type Deps = {
  readonly world: () => World
  readonly office: () => Client
  readonly freight: () => Freight
  readonly next: (max: number) => number
  readonly pick: <T>(all: readonly T[]) => T | undefined
  readonly decide: () => Promise<void>
  readonly bizDays: readonly string[]
  /** The day on which what is charged of a business day stands: today once its month is closed. */
  readonly dayOf: (bizDate: string) => string
  readonly today: string
}
type Acts = Record<string, (model: Model) => Promise<boolean>>

export function priceActs({ world, office, freight, next, pick, decide, bizDays, dayOf, today }: Deps): Acts {
  /** A rate per piece by air, which nothing typed by hand goes by: new or instead of the customer's last: cents. */
  const rule = async ({ customer }: Model): Promise<number> => {
    const price = 3_000 + next(60_000)
    const { numAffectedRows } = await sql`update transport_price set unit_price = ${yuan(price)}
      where company_id = ${customer} and direction = 'receivable'`.execute(world().db)
    if (numAffectedRows === 0n)
      await sql`insert into transport_price (version_no, name, direction, company_id, basis, trans_mode, weight_unit, volume_ratio, unit_price, tax_rate, tier_mode,
          low_break, valid_from, status, search)
        values (1, 'rate', 'receivable', ${customer}, 'piece', 'air', 'kg', 300, ${yuan(price)}, 9, 'whole', false, '2024-01-01', 'active', '')`.execute(
        world().db,
      )
    return price
  }
  return {
    async placePriced(model) {
      if (model.waybills.length > 5) return false
      const amount = await rule(model)
      const bizDate = pick(bizDays) as string
      const made = await freight().waybill(office(), 1, {
        customerId: model.customer,
        bizDate,
        transMode: 'air',
      } as never)
      await decide()
      model.waybills.push({ ...fresh(made, bizDate, [{ day: dayOf(bizDate), amount }], null), isPriced: true })
      return true
    },
    async reprice(model) {
      const one = pick(model.waybills.filter(({ isPriced, isConfirmed }) => isPriced === true && !isConfirmed))
      if (one === undefined) return false
      const amount = await rule(model)
      if ((await office().ok(repriceWaybills, { ids: [one.id] })).done !== 1) return false
      await decide()
      const day = dayOf(one.bizDate)
      const first = one.charges[0] as Charge
      // Dated in a closed month it is held, and the difference is of today.
      const isHeld = dayOf(first.day) !== first.day
      const rest = amount - first.amount
      one.charges.splice(
        0,
        one.charges.length,
        ...(isHeld ? [first, ...(rest === 0 ? [] : [{ day: today, amount: rest, adjusts: true }])] : [{ day, amount }]),
      )
      return true
    },
  }
}
