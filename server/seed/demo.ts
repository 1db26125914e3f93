import { randomBytes } from 'node:crypto'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import {
  arriveArrangements,
  cancelArrangements,
  createArrangement,
  departArrangements,
  finishArrangements,
} from '../src/modules/dispatch/index.ts'
import { priceReviewed } from '../src/modules/prices/index.ts'
import { buildOpenings } from '../src/modules/warehouse/ledger/index.ts'
import {
  cancelWaybills,
  checkInWaybills,
  createWaybill,
  notifyPickup,
  signWaybill,
} from '../src/modules/waybills/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import { Approvals } from '../src/platform/approvals.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import { Files } from '../src/platform/files.ts'
import { Numbering } from '../src/platform/numbering.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { Records } from '../src/platform/records.ts'
import { seedAdjustments } from './demoAdjustments.ts'
import { demoBilling } from './demoBilling.ts'
import { seedCases } from './demoCases.ts'
import { seedCosts } from './demoCosts.ts'
import { seedDevices } from './demoDevices.ts'
import { freeVehicle } from './demoFleet.ts'
import { seedFullLoad } from './demoFullLoad.ts'
import { seedHandedOut } from './demoHandedOut.ts'
import { demoInbound } from './demoInbound.ts'
import { seedInvoices } from './demoInvoices.ts'
import { demoKits } from './demoKits.ts'
import { type Masters, seedMasters } from './demoMasters.ts'
import { seedMoney } from './demoMoney.ts'
import { seedOrders } from './demoOrders.ts'
import { demoOutbound } from './demoOutbound.ts'
import { codeOf, consignees, inputOf, type Plan, plans } from './demoPlans.ts'
import { seedPrices } from './demoPrices.ts'
import { seedReceipts } from './demoReceipts.ts'
import { seedRounds } from './demoRounds.ts'
import { seedWarehouse } from './demoWarehouse.ts'

export type DemoAccount = { account: string; password: string; role: string }

type People = Record<(typeof jobs)[number], Actor>

/**
 * One believable company: every account that has a screen, and waybills in every state there is. Made by the real acts,
 * as if they had happened over the last days. Runs once; answers the accounts to print, with new passwords each time.
 */
export async function seedDemo(db: Db): Promise<DemoAccount[]> {
  const existing = await db.selectFrom('app_user').select('id').where('account', '=', 'operator').executeTakeFirst()
  if (existing === undefined) {
    const masters = await db.transaction().execute((tx) => seedMasters(owned(tx)))
    const people = await seedPeople(db, masters)
    await seedWaybills(db, masters, people)
    await db
      .transaction()
      .execute((tx) => seedWarehouse(tx, { keeper: people.warehouse, operator: people.operator }, masters))
    await seedInbound(db, people, masters)
  }
  return newPasswords(db)
}

/** Deliveries to the first warehouse, of the owner whose goods it knows. */
async function seedInbound(db: Db, people: People, masters: Masters): Promise<void> {
  const warehouse = await owned(db).selectFrom('warehouse').select('id').orderBy('id').executeTakeFirstOrThrow()
  const items = await owned(db).selectFrom('item').select(['id', 'owner_id']).orderBy('id').execute()
  const ownerId = items[0]?.owner_id as number
  const numbering = new Numbering(db)
  await demoInbound(
    db,
    { clerk: people.operator, keeper: people.warehouse },
    warehouse.id,
    ownerId,
    items.filter((item) => item.owner_id === ownerId).map(({ id }) => id),
    numbering,
  )
  await demoOutbound(
    db,
    { clerk: people.operator, keeper: people.warehouse, checker: people.operator },
    warehouse.id,
    ownerId,
    { numbering, approvals: new Approvals() },
  )
  await demoKits(db, { clerk: people.operator, keeper: people.warehouse }, warehouse.id, ownerId, numbering)
  // What the months began with, so that past days and periods are answered from the first look on.
  await buildOpenings(db)
  await demoBilling(
    db,
    { clerk: people.operator, auditor: people.auditor },
    { ownerId, other: masters.customers[0]?.id as number, warehouseId: warehouse.id },
    numbering,
  )
}

const jobs = [
  'operator',
  'auditor',
  'dispatcher',
  'warehouse',
  'finance',
  'service',
  'driver',
  'guangzhou',
  'customer',
] as const
const names = {
  operator: '周雅琴',
  auditor: '陆文华',
  dispatcher: '沈立平',
  warehouse: '韩国庆',
  finance: '钱敏',
  service: '林小雨',
  driver: '赵大勇',
  guangzhou: '何丽华',
  customer: '王志强',
} as const
/** Those who order on their phones are called back; goods that leave a warehouse by waybill have its manager as shipper. */
const mobiles: Partial<Record<(typeof jobs)[number], string>> = {
  driver: '13666680217',
  customer: '13857112086',
  warehouse: '13958024416',
}
const roleNames = {
  operator: '操作员',
  auditor: '审核员',
  dispatcher: '调度',
  warehouse: '仓管员',
  finance: '财务',
  service: '客服',
  driver: '司机',
  guangzhou: '操作员（广州白云站）',
  customer: '客户（云帆电子）',
} as const

async function seedPeople(db: Db, masters: Masters): Promise<People> {
  const people: Partial<People> = {}
  for (const job of jobs) {
    const { hangzhou, guangzhou } = masters.outlets
    const outletId = job === 'guangzhou' ? guangzhou : hangzhou
    // A driver and the clerk of another outlet belong to theirs, a customer's account to its company; the others see everything.
    const bound =
      job === 'customer' ? masters.customers[0]?.id : job === 'driver' || job === 'guangzhou' ? outletId : undefined
    const scope = job === 'customer' ? 'customer' : bound === undefined ? 'all' : 'outlet'
    const { id } = await db
      .insertInto('app_user')
      .values({
        account: job,
        name: names[job],
        scope,
        outlet_id: outletId,
        mobile: mobiles[job] ?? null,
        password_hash: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('user_role')
      .columns(['user_id', 'role_id'])
      .expression((eb) =>
        eb
          .selectFrom('role')
          .select([eb.val(id).as('user_id'), 'role.id'])
          .where('preset', '=', job === 'guangzhou' ? 'operator' : job),
      )
      .execute()
    if (bound !== undefined) await db.insertInto('user_company').values({ user_id: id, company_id: bound }).execute()
    people[job] = {
      userId: id,
      account: job,
      name: names[job],
      sessionId: 0,
      outletId,
      scope: scope === 'all' || bound === undefined ? { kind: 'all' } : { kind: scope, ids: [bound] },
      warehouses: null,
      rights: new Map(job === 'auditor' ? [['unreviewed', { browse: true, edit: true, approve: true }]] : []),
      mustChangePassword: false,
      language: 'zh',
    }
  }
  await headedBy(db, masters.outlets.hangzhou, people.service?.userId)
  await headedBy(db, masters.outlets.guangzhou, people.guangzhou?.userId)
  return people as People
}

/** 负责人: what nobody owns is his, and what is overdue may be told him. */
const headedBy = (db: Db, outletId: number, userId: number | undefined) =>
  owned(db)
    .updateTable('company')
    .set({ head_id: userId ?? null })
    .where('id', '=', outletId)
    .execute()

/** The passwords are printed at each demo start, so nobody need remember them; they are never the same twice. */
async function newPasswords(db: Db): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = []
  for (const job of jobs) {
    const password = `Demo-${randomBytes(5).toString('base64url')}`
    await db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(password) })
      .where('account', '=', job)
      .execute()
    accounts.push({ account: job, password, role: roleNames[job] })
  }
  return accounts
}

/** Puts each waybill on its way: the acts run at the hours they would have had. */
async function seedWaybills(db: Db, masters: Masters, people: People): Promise<void> {
  const numbering = new Numbering(db)
  const approvals = new Approvals()
  approvals.kind('transportPrice', priceReviewed)
  await db.transaction().execute(async (tx) => {
    const { id } = await tx.selectFrom('app_user').select('id').where('account', '=', 'admin').executeTakeFirstOrThrow()
    await seedPrices(tx, approvals, masters, { clerk: people.operator, auditor: people.auditor, manager: id })
  })
  const files = new Files('.', new Records())
  const start = clock.ms()
  for (const plan of plans().sort((a, b) => b.hours - a.hours)) {
    let hours = plan.hours
    const step = async <T>(later: number, act: (tx: Tx) => Promise<T>): Promise<T> => {
      hours = Math.max(hours - later, 0.02)
      return clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
    }
    const trip: Deps['trip'] = (type, id, pieces, from, assign = true) =>
      tripOf(
        step,
        { numbering, masters, actor: people.dispatcher, cold: plan.more?.serviceType === 'cold', to: plan.to },
        type,
        id,
        pieces,
        from,
        assign,
      )
    await journey(plan, {
      masters,
      people,
      numbering,
      approvals,
      files,
      step,
      trip,
      placedOn: dayOf(new Date(start - hours * 3_600_000)),
    })
  }
  await seedHandedOut(db, { numbering, approvals, files }, masters, people.operator, start)
  await seedRounds(db, { numbering, approvals, files }, masters, people, start)
  await seedCosts(db, { numbering, approvals, files }, people, start)
  const parties = consignees.map(({ place, ...party }) => ({ ...party, region: codeOf(place) }))
  await seedOrders(db, { numbering, approvals, files }, masters, people, parties)
  await seedReceipts(db, numbering, masters, people.operator, start)
  await seedFullLoad(db, { numbering, approvals, files }, masters, people, start)
  await seedAdjustments(db, { numbering, approvals, files }, people, start)
  await seedMoney(db, { numbering, approvals, files }, people, masters.outlets.hangzhou, start)
  await seedInvoices(db, { numbering, approvals, files }, masters, people, start)
  await seedCases(db, { numbering, approvals, files }, people, start)
  const { hangzhou, guangzhou } = masters.outlets
  await seedDevices(db, { numbering, approvals, files }, people, [hangzhou, guangzhou], start)
}

type Step = <T>(later: number, act: (tx: Tx) => Promise<T>) => Promise<T>
type Deps = {
  masters: Masters
  people: People
  numbering: Numbering
  approvals: Approvals
  files: Files
  step: Step
  trip: (
    type: 'pickup' | 'trunk' | 'delivery',
    id: number,
    pieces: number,
    from: number,
    assign?: boolean,
  ) => Promise<number>
  placedOn: string
}

async function journey(plan: Plan, deps: Deps): Promise<void> {
  const { masters, people, numbering, approvals, files, step, trip } = deps
  const input = inputOf(plan, masters, deps.placedOn)
  const pieces = input.goods.reduce((sum, line) => sum + line.pieces, 0)
  const { id } = await step(0, (tx) =>
    createWaybill({ numbering, approvals })(
      { tx, actor: people.operator },
      { ...input, place: plan.end !== 'draft', waybillNo: undefined },
    ),
  )
  if (plan.end === 'draft' || plan.end === 'placed') return
  if (plan.end === 'cancelled') {
    await step(1, (tx) =>
      cancelWaybills(approvals)({ tx, actor: people.operator }, { ids: [id], reason: '客户取消，改下周发' }),
    )
    return
  }
  const home = masters.outlets.hangzhou
  const target = targetOf(masters, plan.to)
  const depart = (tripId: number, later: number) =>
    step(later, async (tx) =>
      went(
        await departArrangements(
          { tx, actor: people.dispatcher },
          { ids: [tripId], at: clock.iso(), overload: undefined, loaded: undefined },
        ),
      ),
    )
  const arrive = (tripId: number, later: number) =>
    step(later, async (tx) =>
      went(
        await arriveArrangements(numbering)(
          { tx, actor: people.dispatcher },
          { ids: [tripId], at: clock.iso(), unloaded: undefined },
        ),
      ),
    )
  if (plan.hours % 2 > 1 && plan.end !== 'pickingUp') {
    await step(2, (tx) =>
      checkInWaybills({ tx, actor: people.operator }, { ids: [id], at: clock.iso(), outletId: home }),
    )
  } else {
    const pickup = await trip('pickup', id, pieces, 0)
    await depart(pickup, 1)
    if (plan.end === 'pickingUp') return
    await arrive(pickup, 1.5)
    await step(0.1, (tx) => finishArrangements({ tx, actor: people.dispatcher }, { ids: [pickup] }))
  }
  if (plan.end === 'inStation') {
    if (plan.leaves === undefined) return
    const planned = await trip('trunk', id, pieces, home, plan.leaves !== 'new')
    if (plan.leaves === 'cancelled')
      await step(1, async (tx) =>
        went(
          await cancelArrangements({ tx, actor: people.dispatcher }, { ids: [planned], reason: '客户改期，车辆另派' }),
        ),
      )
    return
  }
  const part = plan.end === 'split' ? Math.ceil(pieces * 0.6) : pieces
  const trunk = await trip('trunk', id, part, home)
  await depart(trunk, 2)
  if (plan.end === 'inTransit') return
  await arrive(trunk, 14)
  if (plan.leaves === 'arrived') return
  await step(0.1, (tx) => finishArrangements({ tx, actor: people.dispatcher }, { ids: [trunk] }))
  if (plan.end === 'split') {
    const second = await trip('trunk', id, pieces - part, home)
    await depart(second, 1)
    return
  }
  if (plan.end === 'arrived') return
  if (plan.end === 'awaitingPickup') {
    await step(1, (tx) => notifyPickup({ tx, actor: people.dispatcher }, { ids: [id] }))
    return
  }
  const delivery = await trip('delivery', id, pieces, target)
  await depart(delivery, 3)
  if (plan.end === 'delivering') return
  const refused =
    plan.end === 'rejected' ? pieces : plan.end === 'partSigned' ? Math.max(1, Math.floor(pieces / 12)) : 0
  await step(2.5, async (tx) =>
    signWaybill({ numbering, files })(
      { tx, actor: people.dispatcher },
      {
        id,
        signed: pieces - refused,
        refused,
        pickupCode: undefined,
        noCodeReason: undefined,
        refuseReason: refused === 0 ? undefined : '外箱破损，收货人拒收',
        shortType: undefined,
        signer: consignees[plan.to]?.name as string,
        signedAt: clock.iso(),
        ...(await due(tx, id)),
        waive: undefined,
        files: undefined,
      },
    ),
  )
  await arrive(delivery, 1)
  await step(0.1, (tx) => finishArrangements({ tx, actor: people.dispatcher }, { ids: [delivery] }))
}

/** Demo data that breaks a rule is a mistake of ours. */
function went(outcomes: Outcomes): void {
  const [no] = outcomes.refused
  if (no !== undefined) throw new Error(`demo: ${no.no} ${no.msg}`)
}

const targetOf = (masters: Masters, to: number): number =>
  to === 1 ? masters.outlets.chengdu : to === 3 ? masters.outlets.ningbo : masters.outlets.guangzhou

type TripDeps = { numbering: Numbering; masters: Masters; actor: Actor; cold: boolean; to: number }

/** A trip for one waybill; vehicles take turns, and one that is on the road is passed over. */
async function tripOf(
  step: Step,
  deps: TripDeps,
  type: 'pickup' | 'trunk' | 'delivery',
  id: number,
  pieces: number,
  from: number,
  assign: boolean,
): Promise<number> {
  const { masters, numbering, actor } = deps
  return step(0.5, async (tx) => {
    const { weight } = await owned(tx)
      .selectFrom('waybill')
      .select('weight')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { turn, ...going } = await freeVehicle(tx, masters, deps.cold, Number(weight))
    const saved = await createArrangement(numbering)(
      { tx, actor },
      {
        type,
        ...going,
        carrierId: undefined,
        fromOutletId: type === 'trunk' ? from : undefined,
        toOutletId:
          type === 'delivery' ? undefined : type === 'pickup' ? masters.outlets.hangzhou : targetOf(masters, deps.to),
        planAt: clock.iso(),
        sealNo: type === 'trunk' ? String(817_000 + turn) : undefined,
        km: undefined,
        remark: undefined,
        lines: [{ waybillId: id, fromPlace: from === 0 ? 'shipper' : 'outlet', fromId: from, pieces }],
        assign,
      },
    )
    return saved.id
  })
}

/** What the consignee pays at the door, in cash. */
async function due(tx: Tx, id: number) {
  const { cod, freight } = await owned(tx)
    .selectFrom('waybill')
    .select(['collect_open as freight', 'cod_amount as cod'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { freight, freightChannel: 'cash', cod, codChannel: 'cash' } as const
}
