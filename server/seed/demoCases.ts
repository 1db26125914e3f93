import { sql } from 'kysely'
import {
  acceptComplaints,
  addAbnormal,
  addComplaint,
  answerComplaint,
  followUpComplaint,
  handleAbnormal,
  moneyOf,
} from '../src/modules/cases/index.ts'
import { setKeyWaybills } from '../src/modules/watch/index.ts'
import { addTrack } from '../src/modules/waybills/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock } from '../src/platform/clock.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'

/** What customer service of the demo company wrote since: tracks told by telephone, marks, cases of goods, complaints. */

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type Waybill = { id: number; no: string; customerId: number | null; state: string; pieces: number }

/** Told by drivers on the telephone; the last two stand on lists only, not for customers. */
const told = [
  ['衢州服务区休息，车辆正常', true],
  ['高速拥堵，预计晚到 2 小时', true],
  ['已过省界，司机报平安', true],
  ['收货人电话无人接，稍后再拨', false],
  ['客户要求周五上午送到', false],
] as const
const cases = [
  { type: 'damaged', pieces: 1, text: '卸车时外箱压扁，内物待查', hours: 5 },
  { type: 'late', pieces: 2, text: '干线车故障，晚到一天', hours: 20 },
  { type: 'unreachable', pieces: 1, text: '收货人三次未接电话', hours: 30 },
] as const
const complaints = [
  { category: 'late', text: '说好昨天送到，今天还没有消息', hours: 3, ends: 'open', urgency: 3 },
  { category: 'fee', text: '账单上多了上楼费，送货时没有说明', hours: 22, ends: 'handling', urgency: 1 },
  { category: 'service', text: '送货司机不肯卸到仓库门口', hours: 47, ends: 'followUp', urgency: 2 },
  { category: 'damage', text: '两箱配件受潮', hours: 70, ends: 'called', urgency: 2 },
] as const

export async function seedCases(
  db: Db,
  { numbering, approvals, files }: Deps,
  people: { service: Actor; operator: Actor },
  start: number,
): Promise<void> {
  const may = { browse: true, edit: true, approve: false }
  const rights = new Map(
    (['trackList', 'track', 'keyPiecesList', 'abnormalList', 'complaintList', 'allWayBill'] as const).map((page) => [
      page,
      may,
    ]),
  )
  const service: Actor = { ...people.service, rights }
  const operator: Actor = { ...people.operator, rights }
  const then = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  const { rows } = await sql<Waybill>`
    -- unscoped: of the demo company
    select id, waybill_no as no, customer_id as "customerId", state, pieces from waybill
    where state in ('inTransit', 'delivering', 'arrived', 'signed', 'partSigned') and customer_id is not null order by id desc`.execute(
    db,
  )
  const under = rows.filter(({ state }) => state === 'inTransit' || state === 'delivering')
  for (const [at, { id }] of under.slice(0, 8).entries()) {
    const [text, visible] = told[at % told.length] as (typeof told)[number]
    await then(0.4 + at * 0.1, (tx) =>
      addTrack(files)({ tx, actor: service }, {
        ids: [id],
        numbers: undefined,
        node: 'via',
        at: clock.iso(),
        place: undefined,
        text,
        visible,
        files: undefined,
        confirm: true,
      } as never),
    )
  }
  if (under.length > 2)
    await then(2, (tx) =>
      setKeyWaybills(
        { tx, actor: service },
        { ids: under.slice(1, 3).map(({ id }) => id), reason: '展会物料，周五前必须送到' },
      ),
    )
  for (const [at, { type, pieces, text, hours }] of cases.entries()) {
    const waybill = rows[at * 2 + 1]
    if (waybill === undefined) continue
    const { id } = await then(hours, (tx) =>
      addAbnormal(numbering, files)({ tx, actor: operator }, {
        waybillNo: waybill.no,
        type,
        happenedAt: clock.iso(),
        pieces: Math.min(pieces, waybill.pieces),
        text,
      } as never),
    )
    if (at === 1)
      await then(hours - 2, (tx) =>
        handleAbnormal(files)({ tx, actor: service }, {
          id,
          version: 1,
          text: `${text}；已换车，明早到`,
          responsible: 'vehicle',
        } as never),
      )
  }
  for (const [at, { category, text, hours, ends, urgency }] of complaints.entries()) {
    const waybill = rows[at * 3]
    if (waybill === undefined) continue
    const { id } = await then(hours, (tx) =>
      addComplaint(numbering, files)({ tx, actor: service }, {
        waybillNo: waybill.no,
        complainant: ['吴先生', '钱女士', '孙经理', '李主管'][at] as string,
        phone: `1385711${String(3300 + at * 17)}`,
        channel: at % 2 === 0 ? 'phone' : 'wechat',
        category,
        urgency,
        text,
      } as never),
    )
    if (ends === 'open') continue
    await then(hours - 1, (tx) => acceptComplaints({ tx, actor: service }, { ids: [id] }))
    if (ends === 'handling') continue
    const version = async () =>
      (
        await sql<{ version: number }>`
        -- unscoped: of the demo company
        select version from complaint where id = ${id}`.execute(db)
      ).rows[0]?.version as number
    const answered = await version()
    await then(hours - 4, (tx) =>
      answerComplaint(moneyOf({ approvals, numbering }), files)({ tx, actor: service }, {
        id,
        version: answered,
        result: '已致电致歉，说明原因，客户接受',
      } as never),
    )
    if (ends === 'followUp') continue
    const followed = await version()
    await then(hours - 26, (tx) =>
      followUpComplaint({ tx, actor: operator }, {
        id,
        version: followed,
        reached: true,
        satisfaction: 4,
        remark: '客户满意',
      } as never),
    )
  }
}
