import type { Invoiceable } from '@xunyun/contract/invoices/calls'
import { linesOf } from '@xunyun/contract/invoices/lines'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import {
  addInvoice,
  addProfile,
  invoiceables,
  invoiceReviewed,
  issueInvoice,
  makeRedInvoice,
} from '../src/modules/invoices/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { created } from '../src/platform/version.ts'
import type { Masters } from './demoMasters.ts'

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type People = { operator: Actor; auditor: Actor }

/** Tax numbers with a right check character; made up. */
const taxNos = ['91330110MA2B0RXU59', '91330110MA2CEFGH0C', '91440101MA5ABCDE1M', '91330200MA2GH8KL3E']
const none = { bank: undefined, account: undefined, address: undefined, tel: undefined }

/** Titles under which the demo company invoices: of four customers one, of the first two. */
async function titles(tx: Tx, masters: Masters, actor: Actor): Promise<Map<number, number>> {
  const of = new Map<number, number>()
  for (const [at, taxNo] of taxNos.entries()) {
    const customer = masters.customers[at]
    if (customer === undefined) continue
    const [recipient, mobile] = customer.contact
    const who = { companyId: customer.id, recipient, mobile, email: `fapiao${at + 1}@customer.example` }
    const bank = { bank: '工商银行余杭支行', account: `1202 0212 0990 0${123_456 + at}` }
    const type = at === 3 ? 'ordinary' : 'special'
    const { id } = await addProfile({ tx, actor }, { ...who, ...none, ...bank, title: customer.name, taxNo, type })
    of.set(customer.id, id)
    if (at === 0)
      await addProfile(
        { tx, actor },
        { ...who, ...none, title: `${customer.name}仓储分部`, taxNo: undefined, type: 'ordinary' },
      )
  }
  return of
}

/** Who reviews invoices and red letters: the auditor, from 5,000 yuan on the manager too. */
async function levels(tx: Tx, { auditor }: People): Promise<void> {
  const manager = await tx.selectFrom('app_user').select('id').where('account', '=', 'admin').executeTakeFirstOrThrow()
  for (const [bizType, level, from, user] of [
    ['invoice', 1, '0', auditor.userId],
    ['invoice', 2, '5000', manager.id],
    ['redInvoice', 1, '0', auditor.userId],
  ] as const) {
    const { id } = await tx
      .insertInto('approver_level')
      .values({ biz_type: bizType, level, mode: 'any', amount_from: from, amount_to: null, ...created(auditor.userId) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('approver_member').values({ level_id: id, user_id: user }).execute()
  }
}

const ends = ['draft', 'pending', 'toIssue', 'issued', 'red'] as const

/** Confirmed charges of titled customers on their way to an invoice: one is a draft, one waits, one is to be issued, one is, one was reversed. */
export async function seedInvoices(db: Db, deps: Deps, masters: Masters, people: People, start: number): Promise<void> {
  for (const kind of ['invoice', 'redInvoice'] as const) deps.approvals.kind(kind, invoiceReviewed())
  const may = { browse: true, edit: true, approve: true }
  const rights = new Map(
    ['billApply', 'billApplyList', 'billApplyAudit', 'makeRed'].map((page) => [page as 'billApply', may]),
  )
  const clerk: Actor = { ...people.operator, rights }
  const auditor: Actor = { ...people.auditor, rights }
  let hours = 6
  const then = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => {
    hours = Math.max(hours - 0.3, 0.02)
    return clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  }
  const profiles = await then(async (tx) => {
    await levels(tx, people)
    return titles(tx, masters, people.operator)
  })
  const approve = (tx: Tx, id: number) => decide(tx, deps.approvals, auditor, id)
  const offers = await then(async (tx) => {
    const found: Invoiceable[] = []
    for (const customerId of profiles.keys()) found.push(...(await invoiceables(tx, clerk, { customerId })))
    return found.filter(
      ({ problem, open, customerId }) => problem === null && compareDecimal(open, '0') > 0 && customerId !== null,
    )
  })
  for (const [at, end] of ends.entries()) {
    const offer = offers[at]
    if (offer === undefined) return
    const { id } = await then((tx) =>
      addInvoice(deps)({ tx, actor: clerk }, wanted(offer, profiles.get(offer.customerId ?? 0) ?? 0, end !== 'draft')),
    )
    if (end === 'draft' || end === 'pending') continue
    await then((tx) => approve(tx, id))
    if (end === 'toIssue') continue
    await then((tx) => issue(tx, deps.files, auditor, id, at))
    if (end === 'issued') continue
    const red = await then(async (tx) =>
      makeRedInvoice(deps)(
        { tx, actor: { ...clerk } },
        {
          id,
          version: await versionOf(tx, id),
          reason: 'wrong',
          lines: undefined,
          confirmNo: undefined,
          confirmation: 'notNeeded',
          remark: '抬头写错，重开',
        },
      ),
    )
    await then((tx) => approve(tx, red.id))
    await then((tx) => issue(tx, deps.files, auditor, red.id, at + 50))
  }
}

function wanted(offer: Invoiceable, profileId: number, submit: boolean) {
  const lines = linesOf([{ ...offer, amount: offer.open }], 'waybill')
  return {
    customerId: offer.customerId ?? undefined,
    profileId,
    title: undefined,
    taxNo: undefined,
    type: 'ordinary' as const,
    merge: 'waybill' as const,
    parts: [{ chargeId: offer.chargeId, amount: offer.open }],
    routes: lines
      .filter(({ freight }) => freight)
      .map(({ key }) => ({
        line: key,
        fromRegion: offer.fromRegion ?? '330110',
        toRegion: offer.toRegion ?? '440111',
        tool: 'road' as const,
        plateNo: offer.plates[0] ?? '浙A8K215',
        goods: offer.goods || '货物',
      })),
    withList: true,
    recipient: undefined,
    mobile: undefined,
    email: undefined,
    remark: undefined,
    submit,
  }
}

async function decide(tx: Tx, approvals: Approvals, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from approval where biz_type in ('invoice', 'redInvoice') and entity_id = ${id} and state = 'pending'`.execute(
    tx,
  )
  await approvals.decide(
    tx,
    actor,
    rows.map((row) => row.id),
    'approve',
    undefined,
  )
}

const versionOf = async (tx: Tx, id: number): Promise<number> =>
  // unscoped: the demo company's own
  (await owned(tx).selectFrom('invoice').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

async function issue(tx: Tx, files: Files, actor: Actor, id: number, number: number): Promise<void> {
  await issueInvoice(files)(
    { tx, actor },
    {
      id,
      version: await versionOf(tx, id),
      invoiceNo: `26332000001234560${String(100 + number)}`,
      day: clock.today(),
      gross: undefined,
      taxes: undefined,
      fileIds: undefined,
    },
  )
}
