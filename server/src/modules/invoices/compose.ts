import type { Reason } from '@xunyun/contract/errors'
import { type InvoiceInput, plateOf } from '@xunyun/contract/invoices/calls'
import { headOf, linesOf, type ReckonedLine } from '@xunyun/contract/invoices/lines'
import type { Params } from '@xunyun/contract/kernel/call'
import { isUscc } from '@xunyun/contract/kernel/checks'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { tidy } from '@xunyun/contract/kernel/text'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { badField, refuseFields } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import type { DB } from '../../platform/schema.ts'
import { inScope } from '../../platform/scope.ts'
import { mergedInto } from '../companies/index.ts'
import { type Offer, offersOfIds } from './offers.ts'

/** What an application says, checked against its charges as they stand now. */

type Problem = { path: string; reason: Reason; params?: Params }
export type Route = {
  readonly line: string
  readonly from_region: string | null
  readonly to_region: string | null
  readonly tool: string | null
  readonly plate_no: string | null
  readonly goods: string | null
}
export type Composed = {
  readonly head: ReturnType<typeof headOf>
  readonly lines: readonly ReckonedLine[]
  readonly routes: readonly Route[]
  readonly sellerId: number
  readonly outletId: number
  readonly buyer: Buyer
  readonly waybills: number
}
type Buyer = {
  readonly customer_id: number | null
  readonly profile_id: number | null
  readonly title: string
  readonly tax_no: string | null
  readonly bank: string | null
  readonly account: string | null
  readonly address: string | null
  readonly tel: string | null
  readonly recipient: string | null
  readonly mobile: string | null
  readonly email: string | null
  readonly customerName: string
}

/** `whole`: it goes to review, so that nothing may be missing any more. */
export async function compose(tx: Tx, actor: Actor, input: InvoiceInput, whole: boolean): Promise<Composed> {
  const offered = await offersOfIds(
    tx,
    actor,
    input.parts.map(({ chargeId }) => chargeId),
  )
  const offers = new Map(offered.map((offer) => [offer.chargeId, offer]))
  const wrong = wrongParts(input, offers)
  // Its charges went with it: they are said to be another customer's.
  if (wrong.length > 0 && input.customerId !== undefined) await refuseMerged(tx, input.customerId)
  refuseFields(await named(tx, actor, input.parts, wrong, offers))
  const lines = linesOf(
    input.parts.map(({ chargeId, amount }) => ({ ...(offers.get(chargeId) as Offer), chargeId, amount })),
    input.merge,
  )
  const { buyer, problems } = await buyerOf(tx, actor, input, whole)
  const { routes, problems: wrongRoutes } = routesOf(input, lines, whole)
  refuseFields([...notPositive(input, lines), ...problems, ...wrongRoutes])
  const first = offers.get(input.parts[0]?.chargeId ?? 0) as Offer
  return {
    head: headOf(lines),
    lines,
    routes,
    sellerId: first.seller?.id as number,
    outletId: first.outletId,
    buyer,
    waybills: new Set(input.parts.flatMap(({ chargeId }) => offers.get(chargeId)?.waybillId ?? [])).size,
  }
}

function wrongParts({ parts, customerId, sellerId }: InvoiceInput, offers: ReadonlyMap<number, Offer>): Problem[] {
  const seen = new Set<number>()
  const first = offers.get(parts[0]?.chargeId ?? 0)
  const seller = sellerId ?? first?.seller?.id
  return parts.flatMap(({ chargeId, amount }, at): Problem[] => {
    const say = (reason: Reason, params?: Params, field = 'amount') => [
      { path: `parts.${at}.${field}`, reason, ...(params && { params }) },
    ]
    const offer = offers.get(chargeId)
    if (offer === undefined) return say('field.id', {}, 'chargeId')
    if (seen.has(chargeId)) return say('invoices.twice', {}, 'chargeId')
    seen.add(chargeId)
    if ((customerId ?? null) !== offer.customerId) return say('invoices.otherCustomer')
    // One title is one party's: of walk-ins and consignees whoever the first is of.
    if (customerId === undefined && first !== undefined && offer.party !== first.party)
      return say('invoices.otherParty', { name: first.partyName ?? '' })
    if (offer.problem !== undefined) return say(offer.problem.reason, offer.problem.params)
    if (offer.seller?.id !== seller) return say('invoices.otherSeller')
    return fits(amount, offer.open) ? [] : say('invoices.available', { available: offer.open })
  })
}

async function refuseMerged(tx: Tx, customerId: number): Promise<void> {
  const into = await mergedInto(tx, customerId)
  if (into !== null) throw badField('customerId', 'customers.merged', { into })
}

type Taken = { readonly chargeId: number; readonly by: string; readonly no: string }
/** Where somebody else applied for it of late it is said who, and with which application. */
export async function named(
  tx: Tx,
  actor: Actor,
  parts: InvoiceInput['parts'],
  wrong: readonly Problem[],
  offers: ReadonlyMap<number, Pick<Offer, 'open'>>,
): Promise<Problem[]> {
  const taken = wrong.filter(({ reason }) => reason === 'invoices.available' || reason === 'invoices.heldBy')
  if (taken.length === 0) return [...wrong]
  const idAt = new Map(parts.map(({ chargeId }, at) => [`parts.${at}.amount`, chargeId]))
  const ids = taken.flatMap(({ path }) => idAt.get(path) ?? [])
  const { rows } = await sql<Taken>`
    select distinct on (p.charge_id) p.charge_id as "chargeId", u.name as by, n.no
    -- unscoped: what holds a charge that is offered to the actor is named
    from invoice_part p join invoice_line l on l.id = p.line_id join invoice n on n.id = l.invoice_id join app_user u on u.id = n.applicant_id
    where p.charge_id = ${anyId(ids)} and n.kind = 'invoice' and n.state in ('pending', 'toIssue', 'issued', 'partRed')
      and n.applicant_id <> ${actor.userId} and n.submitted_at > ${new Date(clock.ms() - 86_400_000).toISOString()}::timestamptz
    order by p.charge_id, n.submitted_at desc`.execute(tx)
  const takers = new Map(rows.map((row) => [row.chargeId, row]))
  return wrong.map((one) => {
    const chargeId = taken.includes(one) ? idAt.get(one.path) : undefined
    const taker = chargeId === undefined ? undefined : takers.get(chargeId)
    if (taker === undefined || chargeId === undefined) return one
    const available = String(one.params?.available ?? offers.get(chargeId)?.open ?? '0.00')
    return { path: one.path, reason: 'invoices.takenBy', params: { by: taker.by, no: taker.no, available } }
  })
}

/** Not nothing, of the same sign, and no more than is open. */
const fits = (amount: string, open: string): boolean => {
  const [part, left] = [new Exact(amount), new Exact(open)]
  return !part.isZero() && part.isNegative() === left.isNegative() && part.abs().lte(left.abs())
}

/** M31: a credit goes in only with others. */
const notPositive = ({ parts }: InvoiceInput, lines: readonly ReckonedLine[]): Problem[] =>
  lines.flatMap((line) => {
    const at = parts.findIndex(({ chargeId }) => chargeId === line.parts[0]?.chargeId)
    return compareDecimal(line.gross, '0') > 0
      ? []
      : [{ path: `parts.${at}.amount`, reason: 'invoices.lineNotPositive' as const }]
  })

type Profile = Selectable<DB['invoice_profile']>

/** The name of a customer in scope, and the title that was chosen of him. */
async function customerOf(
  tx: Tx,
  actor: Actor,
  { customerId, profileId }: InvoiceInput,
): Promise<{ customer: string | null; profile: Profile | null }> {
  const { rows } = await sql<{ customer: string | null; profile: Profile | null }>`${kept}
    select (select c.name from company c where c.id = ${customerId} and not c.is_deleted and ${inScope(actor, 'company', 'c')}) as customer,
      (select to_json(p) from invoice_profile p where p.id = ${profileId ?? 0} and p.company_id = ${customerId} and p.enabled and not p.is_deleted) as profile`.execute(
    tx,
  )
  return rows[0] ?? { customer: null, profile: null }
}

/** Of a draft what is chosen has to be there; what is missing is asked for when it is sent. */
async function buyerOf(
  tx: Tx,
  actor: Actor,
  input: InvoiceInput,
  whole: boolean,
): Promise<{ buyer: Buyer; problems: Problem[] }> {
  const receiving = {
    recipient: input.recipient ?? null,
    mobile: input.mobile ?? null,
    email: input.email ?? null,
  }
  if (input.customerId === undefined) {
    const title = input.title === undefined ? '' : tidy(input.title)
    return {
      buyer: {
        customer_id: null,
        profile_id: null,
        title,
        tax_no: input.taxNo ?? null,
        bank: null,
        account: null,
        address: null,
        tel: null,
        ...receiving,
        customerName: title,
      },
      problems: !whole
        ? []
        : [
            ...(title === '' ? [{ path: 'title', reason: 'field.required' as const }] : []),
            ...(input.type === 'special' ? [{ path: 'type', reason: 'invoices.walkInOrdinary' as const }] : []),
          ],
    }
  }
  const { customer, profile } = await customerOf(tx, actor, input)
  const problems: Problem[] = []
  if (customer === null) {
    await refuseMerged(tx, input.customerId)
    problems.push({ path: 'customerId', reason: 'field.id' })
  }
  const wrong = wrongTitle(input, profile, whole)
  if (wrong !== undefined) problems.push({ path: 'profileId', reason: wrong })
  return {
    buyer: {
      customer_id: input.customerId,
      profile_id: profile?.id ?? null,
      title: profile?.title ?? '',
      tax_no: profile?.tax_no ?? null,
      bank: profile?.bank ?? null,
      account: profile?.account ?? null,
      address: profile?.address ?? null,
      tel: profile?.tel ?? null,
      recipient: receiving.recipient ?? profile?.recipient ?? null,
      mobile: receiving.mobile ?? profile?.mobile ?? null,
      email: receiving.email ?? profile?.email ?? null,
      customerName: customer ?? '',
    },
    problems,
  }
}

function wrongTitle({ type, profileId }: InvoiceInput, profile: Profile | null, whole: boolean): Reason | undefined {
  if (profile === null && profileId !== undefined) return 'field.id'
  if (!whole) return undefined
  if (profile === null) return 'field.required'
  if (type !== 'special') return undefined
  if (profile.tax_no === null) return 'invoices.specialNeedsTaxNo'
  return isUscc(profile.tax_no) ? undefined : 'invoices.taxNoWrong'
}

/** M34: of each line with a freight element at least one, each with a region of GB/T 2260 at both ends; by road a plate. */
function routesOf(
  { routes = [] }: InvoiceInput,
  lines: readonly ReckonedLine[],
  whole: boolean,
): { routes: Route[]; problems: Problem[] } {
  const freight = new Set(lines.filter((line) => line.freight).map(({ key }) => key))
  const problems: Problem[] = []
  const found = routes.flatMap((route, at): Route[] => {
    const say = (field: string, reason: Reason) => void problems.push({ path: `routes.${at}.${field}`, reason })
    // Of a line that is no more, since its charges were taken out.
    if (!freight.has(route.line)) return []
    const plate = plateOf(route.plateNo ?? '')
    for (const end of ['fromRegion', 'toRegion'] as const) {
      const code = route[end]
      if (code !== undefined && regionByCode(code) === undefined) say(end, 'field.region')
    }
    if (whole) {
      for (const field of ['fromRegion', 'toRegion', 'tool', 'goods'] as const)
        if (route[field] === undefined) say(field, 'field.required')
      if (route.tool === 'road' && plate === undefined) say('plateNo', route.plateNo ? 'field.plate' : 'field.required')
    }
    return [
      {
        line: route.line,
        from_region: route.fromRegion ?? null,
        to_region: route.toRegion ?? null,
        tool: route.tool ?? null,
        plate_no: plate ?? route.plateNo ?? null,
        goods: route.goods ?? null,
      },
    ]
  })
  if (whole)
    for (const line of lines)
      if (line.freight && !found.some((route) => route.line === line.key))
        problems.push({
          path: 'routes',
          reason: 'invoices.routeMissing',
          params: { item: [line.itemName, line.of].filter(Boolean).join(' ') },
        })
  return { routes: found, problems }
}

/** What was written of an application, as it was sent. */
export async function storedInput(tx: Tx, id: number): Promise<InvoiceInput> {
  const { rows } = await sql<{ input: InvoiceInput }>`
    select json_strip_nulls(json_build_object('customerId', n.customer_id, 'profileId', n.profile_id,
      'title', case when n.customer_id is null then n.title end, 'taxNo', case when n.customer_id is null then n.tax_no end,
      'type', n.type, 'merge', n.merge, 'withList', n.with_list, 'recipient', n.recipient, 'mobile', n.mobile, 'email', n.email, 'remark', n.remark,
      'parts', (select json_agg(json_build_object('chargeId', p.charge_id, 'amount', p.amount::text) order by l.seq, p.seq)
        from invoice_line l join invoice_part p on p.line_id = l.id where l.invoice_id = n.id),
      'routes', coalesce((select json_agg(json_build_object('line', l.key, 'fromRegion', r.from_region, 'toRegion', r.to_region, 'tool', r.tool,
        'plateNo', r.plate_no, 'goods', r.goods) order by l.seq, r.seq)
        from invoice_line l join invoice_route r on r.line_id = l.id where l.invoice_id = n.id), '[]'))) as input
    -- unscoped: of an application that the caller has locked
    from invoice n where n.id = ${id}`.execute(tx)
  return rows[0]?.input as InvoiceInput
}
