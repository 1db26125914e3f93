import type { Input } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/warehouse/billing/quotations'
import type { TriedCharges } from '@xunyun/contract/warehouse/billing/quotations'
import type { Act } from '../../../platform/act.ts'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { clock, dayBefore } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import {
  type Agreed,
  type AgreedItem,
  agreedIn,
  calculatePeriod,
  matched,
  ownersOf,
  warehouseNames,
} from './charges.ts'
import { problemsOf } from './queries.problems.ts'
import { type Book, beingWritten, inForce } from './queries.rating.ts'
import { complaints } from './rules.ts'
import { daysBetween, mostDays } from './run.ts'
import type { Made } from './store.charges.ts'
import { columnsOf, myWarehouses } from './store.ts'

/** 试算: what quotations make of a period, without writing anything. */

/** Days to come are left out; a period that has only those has nothing to count. */
function periodOf({ from, to }: { from: string; to: string }): { from: string; to: string } {
  if (to < from) throw badField('to', 'field.range')
  if (daysBetween(from, to) > mostDays) throw badField('to', 'warehouseBilling.tooLong', { most: mostDays })
  const yesterday = dayBefore(clock.today())
  return { from, to: to > yesterday ? yesterday : to }
}

/** By the quotations in force, for a customer of the actor's. */
export async function calculate(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.calculateCharges>,
): Promise<TriedCharges> {
  const customer = await scoped(tx, actor, 'company').select('id').where('id', '=', input.customerId).executeTakeFirst()
  if (customer === undefined) throw badField('customerId', 'warehouseBilling.customer')
  const warehouses = await myWarehouses(tx, actor, input.warehouseId)
  const { from, to } = periodOf(input)
  if (to < from) return nothing
  const { quotations, items } = await agreedIn(tx, from.slice(0, 8).concat('01'), to)
  const made = await calculatePeriod(
    tx,
    inForce({ customerId: customer.id, warehouses }),
    items,
    { from, to },
    {
      owners: ownersOf(quotations.values(), customer.id),
      open: true,
    },
  )
  return answer(tx, actor, made, items, quotations)
}

/** By the quotation in a form: on every day of the period, whatever days it is to hold. */
export const tryQuotation: Act<typeof calls.tryQuotation> = async ({ tx, actor }, input) => {
  const wrong = complaints(input.quotation)
  if (wrong.length > 0)
    throw new Refusal(
      'kernel.invalid',
      { count: wrong.length },
      wrong.map(({ params, ...one }) => ({ ...one, path: `quotation.${one.path}`, params: params ?? {} })),
    )
  const { columns, items } = await columnsOf(tx, actor, input.quotation, '')
  const { from, to } = periodOf(input)
  if (to < from) return nothing
  const terms = new Map<number, AgreedItem>(
    items.map((item) => [
      item.seq,
      {
        id: item.seq,
        quotationId: 0,
        trigger: item.trigger,
        feeItem: item.fee_item,
        basis: item.basis,
        timeUnit: item.time_unit as 'day' | 'month' | null,
        volumeMethod: item.volume_method as 'daily' | 'peak' | 'average' | null,
        freeDays: item.free_days,
        tiers: item.tiers,
        tierMode: item.tier_mode,
        rate: item.rate,
        minCharge: item.min_charge,
        maxCharge: item.max_charge,
        taxRate: item.tax_rate,
      },
    ]),
  )
  const book: Book = beingWritten(columns, items, actor.warehouses)
  const made = await calculatePeriod(tx, book, terms, { from, to }, { owners: columns.owner_ids, open: true })
  return answer(tx, actor, made, terms, new Map())
}

const nothing: TriedCharges = { items: [], amount: '0.00', problems: [] }

async function answer(
  tx: Tx,
  actor: Actor,
  made: readonly Made[],
  terms: ReadonlyMap<number, AgreedItem>,
  quotations: ReadonlyMap<number, Agreed>,
): Promise<TriedCharges> {
  const names = await warehouseNames(tx)
  const items = [...Map.groupBy(made, ({ termId, warehouseId }) => `${termId}/${warehouseId}`).values()].flatMap(
    (some) => {
      const [first] = some as [Made, ...Made[]]
      const term = terms.get(first.termId)
      if (term === undefined) return []
      const quotation = quotations.get(first.quotationId)
      const warehouseName = names.get(first.warehouseId) ?? ''
      const sum = (of: (one: Made) => string, places: number) => sumDecimals(some.map(of), places)
      const plain = (value: string) => value.replace(/\.?0+$/, '')
      return [
        {
          quotationId: quotation?.id ?? null,
          quotationNo: quotation?.no ?? null,
          versionNo: quotation?.versionNo ?? null,
          warehouseId: first.warehouseId,
          warehouseName,
          feeItem: term.feeItem,
          trigger: term.trigger as TriedCharges['items'][number]['trigger'],
          basis: term.basis as TriedCharges['items'][number]['basis'],
          timeUnit: term.timeUnit,
          volumeMethod: term.volumeMethod,
          freeDays: term.freeDays,
          quantity: plain(sum((one) => one.quantity, 4)),
          free: plain(sum((one) => one.free, 4)),
          chargeable: plain(sum((one) => one.chargeable, 4)),
          amount: sum((one) => one.amount, 2),
          charges: some.map(({ day, fromDay, docNo, quantity, free, chargeable, amount, steps }) => ({
            day,
            fromDay,
            docNo,
            quantity,
            free,
            chargeable,
            amount,
            steps: [
              quotation === undefined ? { step: 'draft', params: {} } : matched(quotation, warehouseName),
              ...steps,
            ],
          })),
        },
      ]
    },
  )
  return {
    items,
    amount: sumDecimals(
      items.map(({ amount }) => amount),
      2,
    ),
    problems: isCustomer(actor)
      ? []
      : await problemsOf(
          tx,
          made.map((one) => ({ ...one, feeItem: terms.get(one.termId)?.feeItem ?? '' })),
        ),
  }
}
