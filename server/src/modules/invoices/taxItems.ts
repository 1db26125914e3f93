import type * as calls from '@xunyun/contract/invoices/taxItems'
import { tidy } from '@xunyun/contract/kernel/text'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { locking } from '../../platform/masters.ts'
import { badField, notFound } from '../../platform/refusal.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { followTaxItems } from '../charges/index.ts'

const lockTaxItems = locking('tax_item')

const valuesOf = (input: calls.TaxItemInput) => {
  const name = tidy(input.itemName)
  return {
    fee_item: input.feeItem as string,
    item_name: name,
    class_code: input.classCode ?? null,
    general_rate: input.generalRate,
    small_rate: input.smallRate,
    valid_from: input.validFrom ?? null,
    valid_to: input.validTo ?? null,
    freight: input.freight,
    invoiceable: input.invoiceable,
    search: searchText([name, pinyinOf(name), input.classCode]),
  }
}

const historyValues = ({ search: _, ...values }: ReturnType<typeof valuesOf>) => ({
  feeItem: values.fee_item,
  itemName: values.item_name,
  classCode: values.class_code,
  generalRate: values.general_rate,
  smallRate: values.small_rate,
  validFrom: values.valid_from,
  validTo: values.valid_to,
  freight: values.freight,
  invoiceable: values.invoiceable,
})

/** What is no turnover, whatever anybody says of it. */
const neverInvoiced: readonly string[] = ['deposit', 'roundOff', 'badDebt', 'handInDifference']

/** One rate a day: of a fee item no two tax items hold on the same day. */
async function check(tx: Tx, input: calls.TaxItemInput, but: number): Promise<void> {
  if (input.invoiceable && neverInvoiced.includes(input.feeItem))
    throw badField('invoiceable', 'invoices.notInvoiceable')
  if (input.validFrom !== undefined && input.validTo !== undefined && input.validFrom > input.validTo)
    throw badField('validTo', 'field.range')
  await sql`select pg_advisory_xact_lock(hashtext('tax item ' || ${input.feeItem}))`.execute(tx)
  const found = await sql<{ from: string | null; to: string | null }>`
    select valid_from as "from", valid_to as "to" from tax_item
    where fee_item = ${input.feeItem} and not is_deleted and id <> ${but}
      and daterange(valid_from, valid_to, '[]') && daterange(${input.validFrom ?? null}::date, ${input.validTo ?? null}::date, '[]')
    order by valid_from nulls first limit 1`.execute(tx)
  const [other] = found.rows
  if (other !== undefined)
    throw badField('validFrom', 'invoices.daysOverlap', { from: other.from ?? '', to: other.to ?? '' })
}

export const addTaxItem: Act<typeof calls.addTaxItem> = async ({ tx, actor }, input) => {
  await check(tx, input, 0)
  const values = valuesOf(input)
  const { id } = await tx
    .insertInto('tax_item')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'taxItem', id, 'created', differences({}, historyValues(values)))
  await followTaxItems(tx, [values.fee_item])
  return { id }
}

export const changeTaxItem: Act<typeof calls.changeTaxItem> = async ({ tx, actor }, input) => {
  const before = (await lockTaxItems(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  await check(tx, input, before.id)
  const values = valuesOf(input)
  await tx
    .updateTable('tax_item')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  const changes = differences(historyValues(before), historyValues(values))
  await recordHistory(tx, actor, 'taxItem', before.id, 'changed', changes)
  await followTaxItems(tx, [before.fee_item, values.fee_item])
  return { version: before.version + 1 }
}
