import type * as calls from '@xunyun/contract/companies/calls'
import { codes } from '@xunyun/contract/dictionary'
import type { Reason } from '@xunyun/contract/errors'
import type { Kind, Params } from '@xunyun/contract/kernel/call'
import { tidy } from '@xunyun/contract/kernel/text'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { inUse } from '../../platform/references.ts'
import { notFound, Refusal, refuseFields } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { tellSessionsChanged } from '../../platform/session.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { isColleague } from '../system/index.ts'
import { covers, outletInside, requireCompany } from './access.ts'
import { isVisible } from './queries.ts'
import { isUnknown, regionNames, widest } from './serviceRegions.ts'
import {
  type LockedCompany,
  lockCompanies,
  lockTree,
  nameOfCompany,
  nameOfUser,
  nextCode,
  outletUses,
  parentOf,
  takenBy,
} from './store.ts'

/** The columns that a form sets. */
const valuesOf = (input: calls.CompanyInput, code: string) => {
  const name = tidy(input.name)
  const shortName = tidy(input.shortName ?? name).slice(0, 40)
  const isOutlet = input.roles.includes('own')
  return {
    code,
    name,
    short_name: shortName,
    roles: codes('companyRole').filter((role) => input.roles.includes(role)) as string[],
    parent_id: isOutlet ? (input.parentId ?? null) : null,
    service_regions: isOutlet ? widest(input.serviceRegions ?? []) : [],
    head_id: isOutlet ? (input.headId ?? null) : null,
    vip: input.roles.includes('customer') && input.vip === true,
    uscc: input.uscc ?? null,
    legal_person: input.legalPerson ?? null,
    permit_no: input.permitNo ?? null,
    permit_expiry: input.permitExpiry ?? null,
    courier_days: input.roles.includes('courier') ? (input.courierDays ?? null) : null,
    region_code: input.regionCode ?? null,
    region_name: regionByCode(input.regionCode ?? '')?.name ?? null,
    address: input.address ?? null,
    tel: input.tel ?? null,
    email: input.email ?? null,
    salesman_id: input.salesmanId ?? null,
    settle_method: input.settleMethod ?? null,
    credit_limit: input.creditLimit ?? null,
    credit_days: input.creditDays ?? null,
    bill_day: input.billDay ?? null,
    taxpayer_type: input.taxpayerType ?? null,
    deductible_invoice: input.deductibleInvoice ?? null,
    tax_rate: input.taxRate ?? null,
    contract_no: input.contractNo ?? null,
    contract_from: input.contractFrom ?? null,
    contract_to: input.contractTo ?? null,
    remark: input.remark ?? null,
    search: searchText([name, shortName, pinyinOf(`${name} ${shortName}`), code, input.tel, input.uscc]),
  }
}
type Values = ReturnType<typeof valuesOf>

const shownFields = [
  'code',
  'name',
  'short_name',
  'roles',
  'vip',
  'uscc',
  'legal_person',
  'permit_no',
  'permit_expiry',
  'courier_days',
  'region_name',
  'address',
  'tel',
  'email',
  'settle_method',
  'credit_limit',
  'credit_days',
  'bill_day',
  'taxpayer_type',
  'deductible_invoice',
  'tax_rate',
  'contract_no',
  'contract_from',
  'contract_to',
  'remark',
] as const

/** As the page names the fields, with names instead of ids: what the timeline shows. */
export async function historyValues(
  tx: Tx,
  values: Readonly<Record<(typeof shownFields)[number], unknown>> & {
    parent_id: number | null
    service_regions: readonly string[]
    head_id: number | null
    salesman_id: number | null
  },
) {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return {
    ...Object.fromEntries(shownFields.map((field) => [camel(field), values[field]])),
    roles: codes('companyRole').filter((role) => (values.roles as readonly string[]).includes(role)),
    parentName: await nameOfCompany(tx, values.parent_id),
    serviceRegionNames: regionNames(values.service_regions),
    headName: await nameOfUser(tx, values.head_id),
    salesmanName: await nameOfUser(tx, values.salesman_id),
  }
}

type FieldProblem = { path: string; reason: Reason; params?: Params }

/** All that the fields of a company must obey beyond their formats, each said at its field. */
async function problems(
  tx: Tx,
  actor: Actor,
  input: calls.CompanyInput,
  values: Values,
  before: LockedCompany | undefined,
): Promise<FieldProblem[]> {
  const found: FieldProblem[] = (await takenBy(tx, values, before?.id)).map(({ field, by }) => ({
    path: field,
    reason: 'field.taken',
    params: { by },
  }))
  if (values.region_code !== null && values.region_name === null)
    found.push({ path: 'regionCode', reason: 'field.region' })
  if (values.service_regions.some(isUnknown)) found.push({ path: 'serviceRegions', reason: 'field.region' })
  if (values.contract_from !== null && values.contract_to !== null && values.contract_from > values.contract_to)
    found.push({ path: 'contractTo', reason: 'field.range' })
  if (
    values.salesman_id !== null &&
    values.salesman_id !== before?.salesman_id &&
    !(await isColleague(tx, values.salesman_id))
  )
    found.push({ path: 'salesmanId', reason: 'field.id' })
  if (values.head_id !== null && values.head_id !== before?.head_id && !(await isColleague(tx, values.head_id)))
    found.push({ path: 'headId', reason: 'field.id' })
  const parent = await parentProblem(tx, actor, input, values, before)
  if (parent !== undefined) found.push({ path: 'parentId', reason: parent })
  return found
}

async function parentProblem(
  tx: Tx,
  actor: Actor,
  input: calls.CompanyInput,
  values: Values,
  before: LockedCompany | undefined,
): Promise<Reason | undefined> {
  const isOutlet = values.roles.includes('own')
  if (!isOutlet) return input.parentId === undefined ? undefined : 'customers.parentOnlyOutlet'
  const same = before?.parent_id === values.parent_id && before.roles.includes('own')
  if (same) return undefined
  await lockTree(tx)
  // Whoever works for some outlets builds below them only: the tree decides what everybody there sees.
  if (actor.scope.kind === 'outlet' && !actor.scope.ids.includes(values.parent_id ?? 0))
    return 'customers.outletOutside'
  if (values.parent_id === null) return undefined
  const parent = await parentOf(tx, values.parent_id, before?.id)
  if (parent.circle) return 'customers.parentCycle'
  return parent.fits ? undefined : 'customers.parentNotOutlet'
}

export const addCompany: Act<typeof calls.addCompany> = async ({ tx, actor }, input) => {
  requireCompany(actor, 'edit', input.roles)
  const asked = valuesOf(input, input.code ?? '')
  refuseFields(await problems(tx, actor, input, asked, undefined))
  // What is refused draws no number.
  const values = input.code === undefined ? valuesOf(input, await nextCode(tx, asked.roles)) : asked
  const { id } = await owned(tx)
    .insertInto('company')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'company', id, 'created', differences({}, await historyValues(tx, values)))
  // A new outlet is inside the scope of those who have the one above it.
  if (values.roles.includes('own')) await tellSessionsChanged(tx)
  return { id, code: values.code }
}

export const changeCompany: Act<typeof calls.changeCompany> = async ({ tx, actor }, input) => {
  const before = (await lockCompanies(tx, actor, [input.id])).get(input.id)
  if (before === undefined || !isVisible(actor, before)) throw notFound()
  requireCompany(actor, 'edit', before.roles)
  if (!outletInside(actor, before)) throw new Refusal('customers.outletOutside')
  await refuseStale(tx, before, input.version)
  requireCompany(actor, 'edit', input.roles)
  const values = valuesOf(input, input.code ?? before.code)
  refuseFields(await problems(tx, actor, input, values, before))
  if (before.roles.includes('own') && !values.roles.includes('own')) {
    const use = await inUse(tx, actor, outletUses, before.id)
    if (use !== undefined) throw new Refusal('customers.outletInUse', use)
  }
  await owned(tx)
    .updateTable('company')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(
    tx,
    actor,
    'company',
    before.id,
    'changed',
    differences(await historyValues(tx, before), await historyValues(tx, values)),
  )
  if (before.parent_id !== values.parent_id || before.roles.includes('own') !== values.roles.includes('own'))
    await tellSessionsChanged(tx)
  return { version: before.version + 1 }
}

/** For batches: may the actor do this to this very company? */
export const mayChange = (actor: Actor, kind: Kind, company: LockedCompany): boolean =>
  covers(actor, kind, company.roles) && outletInside(actor, company)
