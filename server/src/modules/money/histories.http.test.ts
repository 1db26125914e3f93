import * as approvals from '@xunyun/contract/approvals/calls'
import * as closing from '@xunyun/contract/close/calls'
import * as cods from '@xunyun/contract/collections/cod'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import { addExpense } from '@xunyun/contract/costs/costApplications'
import { createArrangement, departArrangements } from '@xunyun/contract/dispatch/calls'
import * as invoices from '@xunyun/contract/invoices/calls'
import { addProfile } from '@xunyun/contract/invoices/profiles'
import * as accounts from '@xunyun/contract/money/accounts'
import * as payments from '@xunyun/contract/payments/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import { confirmPrices } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { doorActs } from '../../../test/moneyDoor.ts'
import {
  type Charge,
  cents,
  type Door,
  earned,
  fresh,
  type Model,
  type Moved,
  type Part,
  random,
  receivable,
  statesOf,
  sum,
  type Waybill,
  yuan,
} from '../../../test/moneyModel.ts'
import { priceActs } from '../../../test/moneyPrices.ts'
import { statementActs } from '../../../test/moneyStatements.ts'
import { prove } from '../../../test/proofs.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { type Client, openWorld, type Person, type World } from '../../../test/world.ts'
import { clock, dayBefore } from '../../platform/clock.ts'

/**
 * Random histories of money against a model that only adds and subtracts cents: what is owed, applied for, invoiced and settled of each
 * waybill, what lies on each account at the end of each month, what a customer owes on a statement, and what is earned.
 */
let world: World
let freight: Freight
let office: Client
let payer: Client
let boss: Person
let carrier: number
let bank: number
let till: number
let wechat: number
const { next, pick, seed } = random(Number(process.env.SEED ?? 20_261_130))

const today = clock.today()
const last = `${today.slice(0, 7)}-01`
const lastMonth = dayBefore(last).slice(0, 7)
const before = { first: `${lastMonth}-01`, last: dayBefore(last) }
const days = [before.last, today]

beforeAll(async () => {
  world = await openWorld({}, 1_000_000)
  freight = await openFreight(world)
  await world.db.updateTable('company').set({ uscc: '91330100799655058B' }).where('id', '=', freight.hangzhou).execute()
  await sql`insert into service_rate (type, rate, min_charge, max_charge) values ('cod', 0.005, 5, 200)`.execute(
    world.db,
  )
  carrier = await world.company('顺达运输', ['carrier'])
  office = (await world.person('office', { rights: 'all', outletId: freight.hangzhou })).client
  payer = (await world.person('payer', { rights: 'all', outletId: freight.hangzhou })).client
  boss = await world.person('boss', { rights: { unreviewed: 'approve' } })
  await reviewedBy(world, boss.id, [
    'price',
    'costZJ',
    'costApplication',
    'invoice',
    'redInvoice',
    'payment',
    'codPayout',
    'handInDifference',
    'writeOff',
    'monthReopen',
  ])
  const account = async (name: string, kind: 'bank' | 'cash') =>
    (await office.ok(accounts.addCashAccount, { outletId: freight.hangzhou, name, kind })).id
  bank = await account('农行基本户', 'bank')
  till = await account('总站现金', 'cash')
  const straight = { outletId: freight.hangzhou, name: '总站微信', kind: 'wechat', door: true } as const
  wechat = (await office.ok(accounts.addCashAccount, straight)).id
})
afterAll(() => world.close())

const decide = async (decision: 'approve' | 'reject' = 'approve') => {
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
  if (rows.length === 0) return
  const { refused } = await boss.client.ok(approvals.decideApprovals, {
    ids: rows.map(({ id }) => id),
    decision,
    opinion: '看过',
  })
  expect(refused).toEqual([])
}

/** Of all histories: they share the accounts. */
const moved: Moved[] = []
const move = (account: number, amount: number, day = today) => moved.push({ account, day, amount })
let isClosed = false
const dayOf = (bizDate: string) => (isClosed && bizDate <= before.last ? today : bizDate)
const tally = new Map<string, number>()

let plates = 0
async function place(model: Model, over: { door?: boolean } = {}): Promise<void> {
  const bizDate = next(2) === 0 ? `${lastMonth}-10` : today
  const amount = 5_000 + next(90_000)
  const customerId = model.customer
  const charges = [{ feeItem: 'other', amount: yuan(amount), taxRate: '9' }]
  if (over.door !== true) {
    const made = await freight.waybill(office, 1, { customerId, bizDate, charges } as never)
    await decide()
    const day = dayOf(bizDate)
    model.waybills.push(fresh(made, bizDate, [{ day, amount }], null))
    return
  }
  const [taken, cod] = [2_000 + next(2_000), 10_000 + next(90_000)]
  const made = await freight.waybill(office, 1, {
    customerId,
    bizDate,
    charges,
    codAmount: yuan(cod),
    payMethod: 'split',
    payments: [{ method: 'collect', amount: yuan(taken) }, { method: 'monthly' }],
    services: [{ type: 'cod' }],
  } as never)
  await decide()
  await office.ok(waybills.checkInWaybills, { ids: [made.id], at: ago(200) })
  plates += 1
  const driverId = await freight.addDriver(`送货${plates}`)
  const { id } = await office.ok(createArrangement, {
    type: 'delivery',
    vehicleId: await freight.addVehicle(`沪A${String(30_000 + plates)}`),
    driverId,
    planAt: ago(-60),
    assign: true,
    lines: [{ waybillId: made.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 1 }],
  })
  await office.ok(departArrangements, { ids: [id], at: ago(100) })
  const day = dayOf(bizDate)
  const parts = [
    { day, amount: taken, door: true },
    { day, amount: amount - taken },
    { day, amount: 500 },
  ]
  model.waybills.push(
    fresh(made, bizDate, parts, { driverId, freight: taken, cod, is: 'out', isStraight: false, advance: 0 }),
  )
}
async function begin(history: number): Promise<Model> {
  const customer = await world.company(`客户${history}`, ['customer'])
  const { id: profileId } = await office.ok(addProfile, {
    companyId: customer,
    title: `客户${history}`,
    type: 'ordinary',
    mobile: '13800138000',
  })
  const model = {
    customer,
    profileId,
    waybills: [],
    invoices: [],
    receipts: [],
    paid: [],
    payouts: [],
    paidCosts: [],
    statement: null,
  } satisfies Model as Model
  await place(model)
  await place(model, { door: true })
  return model
}

const open = async (model: Model) =>
  (await office.ok(payments.getOpenCharges, { direction: 'receipt', companyId: model.customer })).charges
/** Some of what is open, each in part or whole. */
async function someOpen(model: Model) {
  const lines: { chargeId: number; amount: string }[] = []
  const parts: Part[] = []
  const rests: (Part & { chargeId: number })[] = []
  for (const charge of await open(model)) {
    const waybill = model.waybills.find(({ no }) => no === charge.ofNo)
    if (waybill === undefined || cents(charge.open) <= 0 || next(3) === 0) continue
    const amount = next(2) === 0 ? cents(charge.open) : 1 + next(cents(charge.open))
    lines.push({ chargeId: charge.chargeId, amount: yuan(amount) })
    parts.push({ waybill, amount })
    const rest = cents(charge.open) - amount
    if (rest > 0 && next(2) === 0) rests.push({ chargeId: charge.chargeId, waybill, amount: rest })
  }
  return { lines, parts, rests }
}
/** What was rounded off, or is open again: a charge of today. */
const round = (rounded: readonly Part[], sign: 1 | -1) => {
  for (const { waybill, amount } of rounded) waybill.charges.push({ day: today, amount: sign * amount, adjusts: true })
}
const settle = (parts: readonly Part[], sign = 1) => {
  for (const { waybill, amount } of parts) waybill.settled += sign * amount
}
const isDone = ({ done }: { done: number }) => done === 1

/** Each answers whether it happened: what the server refuses changes nothing. */
/** An approved adjustment of today; null where it is refused. */
async function adjusted(one: Waybill, amount: number): Promise<Charge | null> {
  const line = { waybillId: one.id, feeItem: 'other', amount: yuan(amount), reason: '随机' }
  const { code } = await office.send(adjustments.addAdjustments, { lines: [line], submit: true } as never)
  if (code !== 200) return null
  await decide()
  const charge: Charge = { day: today, amount, adjusts: true }
  one.charges.push(charge)
  return charge
}

const acts: Record<string, (model: Model) => Promise<boolean>> = {
  async place(model) {
    if (model.waybills.length > 5) return false
    await place(model, { door: next(3) === 0 })
    return true
  },
  async confirm(model) {
    const one = pick(model.waybills.filter(({ isConfirmed }) => !isConfirmed))
    if (one === undefined || !isDone(await office.ok(confirmPrices, { ids: [one.id] }))) return false
    one.isConfirmed = true
    return true
  },
  async adjust(model) {
    const one = pick(model.waybills.filter(({ isConfirmed }) => isConfirmed))
    if (one === undefined) return false
    return (await adjusted(one, next(2) === 0 ? 100 + next(5_000) : -100 - next(3_000))) !== null
  },
  async apply(model) {
    // Freight would ask for its route.
    const one = pick(model.waybills.filter(({ isConfirmed, isPriced }) => isConfirmed && isPriced !== true))
    if (one === undefined) return false
    const offers = await office.ok(invoices.getInvoiceables, { customerId: model.customer, numbers: [one.no] })
    const offer = offers.find(({ problem, open }) => problem === null && cents(open) > 0)
    if (offer === undefined) return false
    const amount = 1 + next(cents(offer.open))
    const { id } = await office.ok(invoices.addInvoice, {
      customerId: model.customer,
      profileId: model.profileId,
      type: 'ordinary',
      merge: 'taxItem',
      parts: [{ chargeId: offer.chargeId, amount: yuan(amount) }],
      submit: true,
    })
    one.applied += amount
    model.invoices.push({ id, part: { waybill: one, amount }, state: 'pending', day: today })
    return true
  },
  async withdraw(model) {
    const one = pick(model.invoices.filter(({ state }) => state === 'pending'))
    if (one === undefined || !isDone(await office.ok(invoices.withdrawInvoices, { ids: [one.id] }))) return false
    one.part.waybill.applied -= one.part.amount
    model.invoices.splice(model.invoices.indexOf(one), 1)
    return true
  },
  async issue(model) {
    const one = pick(model.invoices.filter(({ state }) => state === 'pending'))
    if (one === undefined) return false
    await decide()
    await issue(one.id)
    one.state = 'issued'
    one.part.waybill.invoiced += one.part.amount
    return true
  },
  async red(model) {
    const one = pick(model.invoices.filter(({ state }) => state === 'issued'))
    if (one === undefined) return false
    const { version } = await office.ok(invoices.getInvoice, { id: one.id })
    const why = { reason: 'discount', confirmation: 'notNeeded' } as const
    const { id } = await office.ok(invoices.makeRedInvoice, { id: one.id, version, ...why })
    await decide()
    await issue(id)
    one.part.waybill.applied -= one.part.amount
    one.part.waybill.invoiced -= one.part.amount
    model.invoices.splice(model.invoices.indexOf(one), 1)
    return true
  },
  async receive(model) {
    const { lines, parts, rests } = await someOpen(model)
    const left = next(2) === 0 ? 0 : 1 + next(20_000)
    const amount = sum(parts.map((part) => part.amount)) + left
    if (amount === 0) return false
    const day = next(2) === 0 ? before.last : today
    const { code, data } = await office.send(payments.addReceipt, {
      companyId: model.customer,
      cashAccountId: bank,
      channel: 'bank',
      amount: yuan(amount),
      day,
      lines,
      roundOff: rests.map(({ chargeId }) => chargeId),
    })
    if (code !== 200) return false
    settle(parts)
    round(rests, -1)
    move(bank, amount, day)
    const { id } = data as { id: number }
    model.receipts.push({ id, day, amount, left, parts, rounded: rests })
    model.paid.push({ day, amount, receipt: id })
    return true
  },
  async allocate(model) {
    const one = pick(model.receipts.filter(({ left }) => left > 0))
    const charge = one && (await open(model)).find((row) => cents(row.open) > 0)
    const waybill = model.waybills.find(({ no }) => no === charge?.ofNo)
    if (one === undefined || charge === undefined || waybill === undefined) return false
    const amount = Math.min(one.left, cents(charge.open))
    const { version } = await office.ok(payments.getPayment, { id: one.id })
    const lines = [{ chargeId: charge.chargeId, amount: yuan(amount) }]
    await office.ok(payments.allocatePayment, { id: one.id, version, lines })
    one.left -= amount
    one.parts.push({ waybill, amount })
    settle([{ waybill, amount }])
    return true
  },
  async unallocate(model) {
    const one = pick(model.receipts.filter(({ parts }) => parts.length > 0))
    if (one === undefined) return false
    const { version, lines } = await office.ok(payments.getPayment, { id: one.id })
    const lineIds = lines.filter(({ state }) => state === 'settled').map(({ id }) => id)
    const { code } = await office.send(payments.unallocatePayment, { id: one.id, version, lineIds, reason: '错单' })
    if (code !== 200) return false
    settle(one.parts, -1)
    round(one.rounded, 1)
    one.left += sum(one.parts.map(({ amount }) => amount))
    one.parts = []
    one.rounded = []
    return true
  },
  async refund(model) {
    const one = pick(model.receipts.filter(({ left }) => left > 0))
    if (one === undefined) return false
    const amount = 1 + next(one.left)
    const { version } = await office.ok(payments.getPayment, { id: one.id })
    const input = { id: one.id, version, cashAccountId: bank, amount: yuan(amount), day: today, reason: '多付' }
    if ((await office.send(payments.refundPayment, input)).code !== 200) return false
    one.left -= amount
    move(bank, -amount)
    model.paid.push({ day: today, amount: -amount, receipt: one.id })
    return true
  },
  async reverse(model) {
    const one = pick(model.receipts)
    if (one === undefined) return false
    if (!isDone(await office.ok(payments.reversePayments, { ids: [one.id], reason: '退票' }))) return false
    settle(one.parts, -1)
    round(one.rounded, 1)
    move(bank, -sum(model.paid.filter(({ receipt }) => receipt === one.id).map(({ amount }) => amount)))
    model.paid = model.paid.filter(({ receipt }) => receipt !== one.id)
    model.receipts.splice(model.receipts.indexOf(one), 1)
    return true
  },
  async writeOff(model) {
    const charge = (await open(model)).find((row) => cents(row.open) > 0 && row.reserved === '0.00')
    const waybill = model.waybills.find(({ no }) => no === charge?.ofNo)
    if (charge === undefined || waybill === undefined || next(3) > 0) return false
    if (!isDone(await office.ok(payments.writeOffCharges, { ids: [charge.chargeId], reason: '收不回' }))) return false
    await decide()
    waybill.charges.push({ day: today, amount: -cents(charge.open), adjusts: true })
    return true
  },
  ...doorActs({
    office: () => office,
    accounts: () => ({ till, wechat }),
    next,
    decide,
    move,
    custodyOf: (driverId) => custodyOf(driverId),
    today,
  }),
  async payOut(model) {
    const one = model.waybills.find(({ door }) => door?.is === 'counted')
    if (!one?.door) return false
    const { lines, parts } = await someOpen(model)
    const ofFee = { waybill: one, amount: 500 }
    // The fee goes with the payout by itself.
    const { charges, fees } = await office.ok(cods.getPayable, { waybillIds: [one.id] })
    const chosen = lines
      .map((line, at) => ({ line, part: parts[at] as Part }))
      .filter(({ line }) => charges.some(({ chargeId }) => chargeId === line.chargeId))
    const all = [...chosen.map(({ part }) => part), ...(cents(fees) > 0 ? [{ ...ofFee, amount: cents(fees) }] : [])]
    const net = one.door.cod - sum(all.map(({ amount }) => amount))
    const { code, data } = await office.send(cods.addCodPayout, {
      waybillIds: [one.id],
      cashAccountId: till,
      payeeAccount: '农行 6222…0018',
      lines: chosen.map(({ line }) => line),
    })
    if (code !== 200) return false
    const { id } = data as { id: number }
    await decide()
    if (!isDone(await payer.ok(cods.payCodPayouts, { ids: [id], day: today }))) {
      await office.ok(cods.voidCodPayouts, { ids: [id], reason: '现金不够' })
      return false
    }
    settle(all)
    move(till, -net)
    const kept = { day: today, amount: sum(all.map(({ amount }) => amount)) }
    model.paid.push(kept)
    model.payouts.push({ id, waybill: one, net, parts: all, kept })
    one.door.is = 'paid'
    return true
  },
  async reversePayout(model) {
    const one = pick(model.payouts)
    if (!one?.waybill.door) return false
    if (!isDone(await payer.ok(cods.reverseCodPayouts, { ids: [one.id], reason: '退汇' }))) return false
    settle(one.parts, -1)
    move(till, one.net)
    one.waybill.door.is = 'counted'
    model.paid.push({ day: today, amount: -sum(one.parts.map(({ amount }) => amount)) })
    model.payouts.splice(model.payouts.indexOf(one), 1)
    return true
  },
  async cost(model) {
    const one = pick(model.waybills)
    if (one === undefined) return false
    const amount = 100 + next(9_000)
    const of = { companyId: carrier, of: [one.no], outletId: freight.hangzhou, reason: '卸货', submit: true }
    await office.ok(addExpense, { feeItem: 'handling', amount: yuan(amount), ...of } as never)
    await decide()
    one.cost += amount
    const { charges } = await office.ok(payments.getOpenCharges, { direction: 'payment', companyId: carrier })
    const charge = charges.at(-1)
    if (charge === undefined || next(2) === 0) return true
    const { id } = await office.ok(payments.addPayment, {
      companyId: carrier,
      cashAccountId: bank,
      channel: 'bank',
      day: today,
      amount: charge.open,
      lines: [{ chargeId: charge.chargeId, amount: charge.open }],
      submit: true,
    })
    await decide()
    if (isDone(await payer.ok(payments.payPayments, { ids: [id], day: today }))) {
      move(bank, -cents(charge.open))
      model.paidCosts.push({ id, amount: cents(charge.open) })
    } else await office.ok(payments.voidPayments, { ids: [id], reason: '余额不足' })
    return true
  },
  async reversePayment(model) {
    const one = model.paidCosts.pop()
    if (one === undefined) return false
    expect(await payer.ok(payments.reversePayments, { ids: [one.id], reason: '退票' })).toMatchObject({ done: 1 })
    move(bank, one.amount)
    return true
  },
  ...statementActs({
    office: () => office,
    outletId: () => freight.hangzhou,
    days,
    next,
    pick,
    adjusted,
  }),
  ...priceActs({
    world: () => world,
    office: () => office,
    freight: () => freight,
    next,
    pick,
    decide,
    bizDays: [`${lastMonth}-10`, today],
    dayOf,
    today,
  }),
  async close() {
    const { code } = await office.send(closing.closeMonth, { month: lastMonth })
    if (code === 200) isClosed = true
    return code === 200
  },
  async reopen() {
    const { code } = await office.send(closing.reopenMonth, { month: lastMonth, reason: '漏单' })
    if (code !== 200) return false
    await decide()
    isClosed = false
    return true
  },
}
let drawn = 0
async function issue(id: number): Promise<void> {
  drawn += 1
  const { version } = await office.ok(invoices.getInvoice, { id })
  const invoiceNo = `2633200000${String(1_234_567_000 + drawn)}`
  await payer.ok(invoices.issueInvoice, { id, version, invoiceNo, day: today })
}
async function custodyOf(driverId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (balance * 100)::int as cents from money_balance where account = 'custody' and owner_kind = 'driver' and owner_id = ${driverId}`.execute(
    world.db,
  )
  return rows[0]?.cents ?? 0
}

/** A fee that a payout kept, and gave back, stays owed while it is stated or applied for, though nobody agreed to the price. */
async function learnFees(model: Model): Promise<void> {
  for (const { id, door, isConfirmed, charges } of model.waybills) {
    const fee = charges[2]
    if (door === null || isConfirmed || fee === undefined) continue
    const { rows } = await sql<{ state: string }>`
      select state from charge where waybill_id = ${id} and fee_item = 'codFee' and adjusts_id is null`.execute(
      world.db,
    )
    fee.owed = rows[0]?.state === 'owed'
  }
}

const inHand = ({ freight: taken, cod, isStraight }: Door) => (isStraight ? 0 : taken) + cod
async function compare(model: Model): Promise<void> {
  for (const one of model.waybills) {
    const { rows } = await sql<Record<string, string>>`
      select receivable::text, applied::text, invoiced::text, settled::text, cost::text, collection, invoicing from waybill where id = ${one.id}`.execute(
      world.db,
    )
    const row = rows[0] ?? {}
    const said = ['receivable', 'applied', 'invoiced', 'settled', 'cost'].map((key) => [key, cents(row[key] ?? '0')])
    const owes = receivable(one)
    expect([one.no, Object.fromEntries(said)]).toEqual([
      one.no,
      { receivable: owes, applied: one.applied, invoiced: one.invoiced, settled: one.settled, cost: one.cost },
    ])
    const charges = await sql<Parameters<typeof statesOf>[0][number]>`
      select invoiceable, amount, applied, invoiced, settled from charge where waybill_id = ${one.id} and direction = 'receivable'`.execute(
      world.db,
    )
    expect([one.no, { invoicing: row.invoicing, collection: row.collection }]).toEqual([one.no, statesOf(charges.rows)])
    if (one.door) expect(await custodyOf(one.door.driverId)).toBe(one.door.is === 'taken' ? inHand(one.door) : 0)
  }
  const { advance } = await office.ok(payments.getOpenCharges, { direction: 'receipt', companyId: model.customer })
  expect(cents(advance)).toBe(sum(model.receipts.map(({ left }) => left)))
  for (const accountId of [bank, till, wechat])
    for (const dayTo of days) {
      const totals = await office.ok(accounts.getCashEntryTotals, { accountId, dayTo })
      const at = moved.filter(({ account, day }) => account === accountId && day <= dayTo)
      expect(cents(totals.closing)).toBe(sum(at.map(({ amount }) => amount)))
    }
  await earned(office, model, { before, last, today })
}

describe('[M20] [M30] [M40] [M46] [M53] [M57] [M60] random histories of money', () => {
  it('after every step each sum, balance at each day, state and profit is what the model adds up', async () => {
    const histories = Number(process.env.HISTORIES ?? 3)
    for (let history = 0; history < histories; history += 1) {
      const told = [`seed ${seed()}`]
      const model = await begin(history)
      for (let step = 0; step < Number(process.env.STEPS ?? 35); ) {
        const name = pick(Object.keys(acts)) as string
        await learnFees(model)
        try {
          if (!((await acts[name]?.(model)) ?? false)) continue
          step += 1
          told.push(name)
          tally.set(name, (tally.get(name) ?? 0) + 1)
          await compare(model)
        } catch (error) {
          throw new Error(`${told.join(' ')} ${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (isClosed) await acts.reopen?.(model)
      await prove(world.db)
    }
    if (process.env.HISTORIES !== undefined) console.info(Object.fromEntries(tally))
  }, 900_000)
})
