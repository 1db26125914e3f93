import { tidy } from '@xunyun/contract/kernel/text'
import type * as calls from '@xunyun/contract/resources/drivers'
import type { Act } from '../../platform/act.ts'
import type { Tx } from '../../platform/db.ts'
import { type Change, differences, recordHistory } from '../../platform/history.ts'
import { badField, notFound } from '../../platform/refusal.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { carrierName, isCarrier, type LockedDriver, lockDrivers } from './store.ts'

type Secrets = { id_card: string | null; bank_account: string | null }

/** Not given: as it was; '': cleared. */
const kept = (sent: string | undefined, before: string | null): string | null =>
  sent === undefined ? before : sent || null

const valuesOf = (input: calls.DriverInput, before: Secrets) => {
  const name = tidy(input.name)
  return {
    name,
    mobile: input.mobile,
    id_card: kept(input.idCard, before.id_card),
    licence_no: input.licenceNo ?? null,
    licence_class: input.licenceClass as string,
    licence_expiry: input.licenceExpiry ?? null,
    qualification_no: input.qualificationNo ?? null,
    qualification_expiry: input.qualificationExpiry ?? null,
    bank_name: input.bankName ?? null,
    bank_account: kept(input.bankAccount, before.bank_account),
    carrier_id: input.carrierId ?? null,
    user_id: input.userId ?? null,
    remark: input.remark ?? null,
    // The identity number is not searched: a search would tell it digit by digit.
    search: searchText([name, pinyinOf(name), input.mobile, input.licenceNo]),
  }
}
type Values = ReturnType<typeof valuesOf>

const historyValues = async (tx: Tx, values: Omit<Values, 'search'>) => ({
  name: values.name,
  mobile: values.mobile,
  licenceNo: values.licence_no,
  licenceClass: values.licence_class,
  licenceExpiry: values.licence_expiry,
  qualificationNo: values.qualification_no,
  qualificationExpiry: values.qualification_expiry,
  bankName: values.bank_name,
  carrierName: await carrierName(tx, values.carrier_id),
  userName: await userName(tx, values.user_id),
  remark: values.remark,
})

async function userName(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await tx.selectFrom('app_user').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}

/** An account of our own people that may still sign in. */
async function isAccount(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 0)
    .where('is_deleted', '=', false)
    .where('scope', '<>', 'customer')
    .executeTakeFirst()
  return row !== undefined
}

/** That a secret changed, never what it was or is: a timeline is read by more people than a driver's papers. */
const secretChanges = (before: Secrets, after: Secrets): Change[] =>
  (
    [
      ['idCard', before.id_card, after.id_card],
      ['bankAccount', before.bank_account, after.bank_account],
    ] as const
  ).flatMap(([field, from, to]) =>
    from === to ? [] : [{ field, from: from === null ? null : '***', to: to === null ? null : '***' }],
  )

async function check(tx: Tx, values: Values, before: LockedDriver | undefined): Promise<void> {
  if (
    values.carrier_id !== null &&
    values.carrier_id !== before?.carrier_id &&
    !(await isCarrier(tx, values.carrier_id))
  )
    throw badField('carrierId', 'resources.carrierRole')
  if (values.user_id !== null && values.user_id !== before?.user_id && !(await isAccount(tx, values.user_id)))
    throw badField('userId', 'field.choice')
}

export const addDriver: Act<typeof calls.addDriver> = async ({ tx, actor }, input) => {
  const none: Secrets = { id_card: null, bank_account: null }
  const values = valuesOf(input, none)
  await check(tx, values, undefined)
  const { id } = await tx
    .insertInto('driver')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'driver', id, 'created', [
    ...differences({}, await historyValues(tx, values)),
    ...secretChanges(none, values),
  ])
  return { id }
}

export const changeDriver: Act<typeof calls.changeDriver> = async ({ tx, actor }, input) => {
  const before = (await lockDrivers(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  const values = valuesOf(input, before)
  await check(tx, values, before)
  await tx
    .updateTable('driver')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(tx, actor, 'driver', before.id, 'changed', [
    ...differences(await historyValues(tx, before), await historyValues(tx, values)),
    ...secretChanges(before, values),
  ])
  return { version: before.version + 1 }
}
