import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type * as calls from '@xunyun/contract/warehouse/shipping/picking'
import { type PickTaskAction, type PickTaskState, pickTaskLifecycle } from '@xunyun/contract/warehouse/shipping/picking'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport, eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { insertion } from '../../../platform/rows.ts'
import { changed, createdRow } from '../../../platform/version.ts'
import { nameOfUser } from '../../companies/index.ts'
import { isColleague } from '../../system/index.ts'
import { isInHand, ownCheck } from './abilities.ts'
import { picksIn } from './queries.pickers.ts'
import { requireGoing } from './rules.ts'
import {
  allocationsOf,
  lockNotices,
  lockTasks,
  type Notice,
  noticesOfTasks,
  ofNotice,
  ofTask,
  recordTask,
  settle,
  settleNotices,
  type Task,
} from './store.ts'

async function checkPicker(tx: Tx, id: number | undefined): Promise<void> {
  if (id !== undefined && !(await isColleague(tx, id))) throw badField('pickerId', 'field.choice')
}

/** 建波次: what is allocated to notices and in no task becomes tasks: one each, or one over all. */
export const createWave =
  (numbering: Numbering): Act<typeof calls.createWave> =>
  async ({ tx, actor }, input) => {
    await checkPicker(tx, input.pickerId)
    const report = new BatchReport(actor)
    const locked = await lockNotices(tx, actor, input.ids)
    const free = Map.groupBy(
      (
        await allocationsOf(
          tx,
          Array.from(locked.values(), ({ id }) => id),
          ['allocated'],
        )
      ).filter(({ task_id }) => task_id === null),
      ({ notice_id }) => notice_id,
    )
    const taken: Notice[] = []
    for (const id of new Set(input.ids)) {
      const notice = locked.get(id)
      try {
        if (notice === undefined) throw notFound()
        requireGoing(notice)
        if (!free.has(id)) throw new Refusal('outbound.nothingForWave')
        taken.push(notice)
        report.done()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        report.refuse(id, notice?.notice_no ?? String(id), error)
      }
    }
    const [first] = taken
    if (first === undefined) return { ...report.outcomes(), waveNo: null, tasks: [] }
    if (taken.some(({ warehouse_id }) => warehouse_id !== first.warehouse_id))
      throw badField('ids', 'outbound.otherWarehouse')
    const [waveNo = ''] = await numbering.next('BC')
    const groups = input.mode === 'single' ? taken.map((notice) => [notice]) : [taken]
    const numbers = await numbering.next('JH', groups.length)
    const pickerName = await nameOfUser(tx, input.pickerId ?? null)
    const planned = groups.map((group, index) => ({
      taskNo: numbers[index] ?? '',
      group,
      requiredAt: group.flatMap(({ required_at }) => required_at ?? []).sort()[0] ?? null,
      lines: group.flatMap((notice) => (free.get(notice.id) ?? []).map((row) => row.id)),
    }))
    const made = await insertTasks(tx, actor, { ...input, waveNo, warehouseId: first.warehouse_id }, planned)
    const tasks = planned.map(({ taskNo, group }) => ({ id: made.get(taskNo) as number, taskNo, group }))
    await settle(tx, actor, {
      notices: taken,
      tasks: tasks.map(({ id }) => id),
      told: tasks.flatMap(({ id, taskNo, group }) => [
        ofTask(id, 'created', [
          { field: 'noticeNos', from: null, to: group.map(({ notice_no }) => notice_no).join(', ') },
          { field: 'pickerName', from: null, to: pickerName },
        ]),
        ...group.map((notice) => ofNotice(notice.id, 'waved', [{ field: 'taskNo', from: null, to: taskNo }])),
      ]),
    })
    return { ...report.outcomes(), waveNo, tasks: tasks.map(({ id, taskNo }) => ({ id, taskNo })) }
  }

/** Tasks with what is to be picked for them: their ids by number. */
async function insertTasks(
  tx: Tx,
  actor: Actor,
  wave: { waveNo: string; mode: 'single' | 'merged'; warehouseId: number; pickerId?: number | undefined },
  planned: readonly { taskNo: string; requiredAt: string | null; lines: readonly number[] }[],
): Promise<Map<string, number>> {
  const tasks = insertion(
    'pick_task',
    planned.map(({ taskNo, requiredAt }) => ({
      task_no: taskNo,
      wave_no: wave.waveNo,
      mode: wave.mode,
      warehouse_id: wave.warehouseId,
      required_at: requiredAt,
      picker_id: wave.pickerId ?? null,
      ...createdRow(actor.userId),
    })),
  )
  const lines = planned.flatMap(({ taskNo, lines }) => lines.map((id) => ({ taskNo, id })))
  const found = await sql<{ id: number; task_no: string }>`${kept}
    with made as (${tasks} returning id, task_no), given as (
      update allocation a set task_id = made.id
      from unnest(${lines.map(({ taskNo }) => taskNo)}::text[], ${lines.map(({ id }) => id)}::bigint[]) u(task_no, id)
        join made on made.task_no = u.task_no
      where a.id = u.id
    )
    select id, task_no from made`.execute(tx)
  return new Map(found.rows.map(({ id, task_no }) => [task_no, id]))
}

const objection = ({ state }: Task, action: PickTaskAction): Refusal | undefined =>
  canStart(pickTaskLifecycle, action, state as PickTaskState)
    ? undefined
    : new Refusal('outbound.taskState', { pickTaskState: state })
export function requireTask(task: Task, action: PickTaskAction): void {
  const no = objection(task, action)
  if (no !== undefined) throw no
}

/** Tasks, their notices locked before them. */
const tasksTo = (action: PickTaskAction): Records<{ task: Task; notices: readonly Notice[] }> => ({
  lock: async (tx, actor, ids) => {
    const notices = [...(await lockNotices(tx, actor, await noticesOfTasks(tx, ids))).values()]
    return new Map([...(await lockTasks(tx, actor, ids))].map(([id, task]) => [id, { task, notices }]))
  },
  no: ({ task }) => task.task_no,
  may: ({ task }) => objection(task, action),
})

/** 改派. */
export const assignPickTasks: Act<typeof calls.assignPickTasks> = async (asked, { ids, pickerId }) => {
  const { tx, actor } = asked
  await checkPicker(tx, pickerId)
  const name = (await nameOfUser(tx, pickerId ?? null)) ?? ''
  return eachRecord(asked, ids, tasksTo('assign'), async ({ task }) => {
    if (pickerId !== undefined && task.picker_id === pickerId) throw new Refusal('outbound.ownPicker', { name })
    if (pickerId !== undefined && !(await picksIn(tx, pickerId, task.warehouse_id)))
      throw new Refusal('outbound.noPicker', { name })
    await owned(tx)
      .updateTable('pick_task')
      .set({ picker_id: pickerId ?? null, ...changed(actor.userId, task.version) })
      .where('id', '=', task.id)
      .execute()
    await recordTask(tx, actor, task.id, 'changed', [
      { field: 'pickerName', from: await nameOfUser(tx, task.picker_id), to: await nameOfUser(tx, pickerId ?? null) },
    ])
  })
}

/** 复核: somebody who picked nothing of it has looked at it. */
export const checkPicks: Act<typeof calls.checkPicks> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, tasksTo('check'), async ({ task }) => {
    if (task.checked_at !== null) throw new Refusal('outbound.checked')
    const own = await tx
      .selectFrom('allocation')
      .select('id')
      .where('task_id', '=', task.id)
      .where('picked_by', '=', actor.userId)
      .limit(1)
      .executeTakeFirst()
    if (own !== undefined) refuseFor(ownCheck)
    await owned(tx)
      .updateTable('pick_task')
      .set({
        checked_at: clock.now(),
        checked_by: actor.userId,
        checked_by_name: actor.name,
        ...changed(actor.userId, task.version),
      })
      .where('id', '=', task.id)
      .execute()
    await recordTask(tx, actor, task.id, 'checked')
  })
}

/** Its goods stay promised to their notices, for another task. */
export const cancelPickTasks: Act<typeof calls.cancelPickTasks> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, tasksTo('cancel'), async ({ task, notices }) => {
    const rows = await tx
      .selectFrom('allocation')
      .select(['id', 'notice_id', 'state', 'qty'])
      .where('task_id', '=', task.id)
      .where('state', '<>', 'released')
      .execute()
    const inHand = rows.filter(({ state }) => state !== 'allocated')
    if (inHand.length > 0) refuseFor(isInHand(String(Number(task.picked))))
    await sql`update allocation set task_id = null where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
    await owned(tx)
      .updateTable('pick_task')
      .set({ state: 'cancelled', cancel_reason: reason, qty: task.short, ...changed(actor.userId, task.version) })
      .where('id', '=', task.id)
      .execute()
    await recordTask(tx, actor, task.id, 'cancelled', [{ field: 'reason', from: null, to: reason }])
    const of = new Set(rows.map(({ notice_id }) => notice_id))
    await settleNotices(
      tx,
      actor,
      notices.filter(({ id }) => of.has(id)),
    )
  })
}
