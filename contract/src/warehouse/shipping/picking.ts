import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { abilities, actionsIn } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableInt, nullableText } from '../../kernel/record.ts'
import { date, flag, id, lines, many, moment, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { qualities } from '../ledger/moveTypes.ts'
import { scanProof } from '../locations/scanned.ts'
import { packRow } from '../masters/items.ts'
import { quantity } from '../masters/quantity.ts'

/** Waves (BC) and pick tasks (JH): from the shelf to where goods are made ready (domain §6). Base units. */

export const pickTaskStates = codes('pickTaskState')
export type PickTaskState = (typeof pickTaskStates)[number]
/** Who picks; the state follows from the lines. */
export const pickTaskLifecycle = {
  assign: { from: ['waiting', 'picking'], to: 'derived', right: [edit('outBound')] },
  /** By who does it: of a task that is not his. */
  take: { from: ['waiting', 'picking'], to: 'derived', right: [edit('outBound')] },
  pick: { from: ['waiting', 'picking'], to: 'derived', right: [edit('outBound')] },
  putBack: { from: ['picking', 'picked'], to: 'derived', right: [edit('outBound')] },
  reallocate: { from: ['waiting', 'picking', 'picked'], to: 'derived', right: [edit('outBound')] },
  check: { from: ['picked'], to: 'picked', right: [edit('outBound')] },
  /** What was picked has to be put back first. */
  cancel: { from: ['waiting', 'picking'], to: 'cancelled', right: [approve('outBound')] },
} as const satisfies Lifecycle<
  PickTaskState,
  'assign' | 'take' | 'pick' | 'putBack' | 'reallocate' | 'check' | 'cancel'
>
export type PickTaskAction = keyof typeof pickTaskLifecycle

/** Made by the device: the same act, sent again or by another device, has one effect. */
const actId = z
  .string('field.required')
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'field.invalid'))

export const pickTaskRow = z.strictObject({
  id: z.int(),
  taskNo: z.string(),
  waveNo: z.string(),
  state: z.enum(pickTaskStates),
  /** Something was not there, and is not covered elsewhere. */
  short: z.boolean(),
  /** One of its notices is stopped. */
  intercepted: z.boolean(),
  mode: z.enum(codes('waveMode')),
  warehouseId: z.int(),
  warehouseName: z.string(),
  /** The notices, owners, consignees and carriers that it picks for. */
  noticeNos: z.array(z.string()),
  ownerNames: z.array(z.string()),
  consignees: z.array(z.string()),
  carrierNames: z.array(z.string()),
  zoneNames: z.array(z.string()),
  /** The earliest of them. */
  requiredAt: nullableText,
  lineCount: z.int(),
  qty: z.string(),
  picked: z.string(),
  shortQty: z.string(),
  pickerId: nullableInt,
  pickerName: nullableText,
  startedAt: nullableText,
  doneAt: nullableText,
  checkedAt: nullableText,
  checkedByName: nullableText,
  createdAt: z.string(),
  version: z.int(),
  actions: abilities(actionsIn<PickTaskAction>(pickTaskLifecycle)),
})
export type PickTaskRow = z.output<typeof pickTaskRow>
export const pickLineRow = z.strictObject({
  /** Of the allocation: what a pick names. */
  id: z.int(),
  noticeId: z.int(),
  noticeNo: z.string(),
  intercepted: z.boolean(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  barcodes: z.array(z.string()),
  packs: z.array(packRow),
  serialControlled: z.boolean(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  state: z.enum(codes('allocationState')),
  qty: z.string(),
  /** The shelf it is, or was, picked from. */
  locationId: z.int(),
  locationCode: z.string(),
  zoneName: z.string(),
  pickSeq: z.int(),
  containerCode: nullableText,
  /** Where it stands, once picked. */
  stagedAt: nullableText,
  /** Batches of these goods that lie there: where there are more than one, the batch is scanned or tapped. */
  batchesThere: z.array(z.string()),
  /** The count that looks into these goods: somebody missed some of them there, or found them damaged. */
  countNo: nullableText,
  serials: z.array(z.string()),
  pickedByName: nullableText,
  pickedAt: nullableText,
  /** The act that picked it: what is put back. */
  actId: nullableText,
})
export type PickLineRow = z.output<typeof pickLineRow>
export const shortPickRow = z.strictObject({
  actId: z.string(),
  itemNo: z.string(),
  batchNo: z.string(),
  locationCode: z.string(),
  qty: z.string(),
  reason: z.enum(codes('shortReason')),
  at: z.string(),
  byName: z.string(),
})
export const pickTaskDetail = z.extend(pickTaskRow, {
  /** Stands on the labels of its places. */
  warehouseCode: z.string(),
  /** Whether it may be picked without a scan. */
  handEntry: z.enum(codes('handEntry')),
  /** Of what was short, what is not covered elsewhere. */
  missing: z.string(),
  /** In walking order. */
  lines: z.array(pickLineRow),
  shorts: z.array(shortPickRow),
  /** Where picked goods may be put; the first is the usual one. */
  stagingLocations: z.array(z.strictObject({ id: z.int(), label: z.string() })),
  /** Whether the warehouse wants a second person to check before goods are packed or shipped. */
  secondCheck: z.boolean(),
})
export type PickTaskDetail = z.output<typeof pickTaskDetail>

/** A state; `short` whatever the state. */
export const pickTaskTabs = [...pickTaskStates, 'short'] as const
export type PickTaskTab = (typeof pickTaskTabs)[number]
const pickTaskFilters = {
  tab: optional(oneOf(pickTaskTabs)),
  /** Begins: JH or BC number; contains: CK number, consignee. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  carrierId: optional(id),
  pickerId: optional(id),
  mine: optional(flag),
  zoneId: optional(id),
  requiredFrom: optional(date),
  requiredTo: optional(date),
  ids: optional(many(id)),
}
export type PickTaskFilter = Input<typeof getPickTaskTotals>
export const pickTaskSorts = ['requiredAt', 'taskNo', 'createdAt'] as const

export const createWave = call({
  method: 'POST',
  path: '/api/OutBound/CreateWave',
  summary: 'Make pick tasks of what is allocated to notices: one each, or one over all',
  access: [edit('outBound')],
  input: z.object({ ids: many(id, 200, 1), mode: oneOf(codes('waveMode')), pickerId: optional(id) }),
  output: z.extend(outcomes, {
    /** Null: no notice could be taken. */
    waveNo: nullableText,
    tasks: z.array(z.strictObject({ id: z.int(), taskNo: z.string() })),
  }),
  idempotent: true,
})
export const [getPickTasks, getPickTaskTotals, exportPickTasks] = listCalls({
  rows: { path: '/api/OutBound/GetPickTasks', summary: 'Pick tasks, the earliest required first' },
  totals: {
    path: '/api/OutBound/GetPickTaskTotals',
    summary: 'How many a filter finds, their quantities, and the counts of the tabs',
    output: totalsOutput({ qty: z.string(), picked: z.string(), shortQty: z.string() }),
  },
  export: { path: '/api/OutBound/ExportPickTasks' },
  access: [browse('outBound')],
  row: pickTaskRow,
  filters: pickTaskFilters,
  sorts: pickTaskSorts,
})
export const getPickTask = call({
  method: 'GET',
  path: '/api/OutBound/GetPickTask',
  summary: 'One task with its lines in walking order',
  access: [browse('outBound')],
  /** `no`: its number, its wave's, or a notice's. */
  input: z.object({ id: optional(id), no: optional(text(60)) }),
  output: pickTaskDetail,
})
export const getPickTaskHistory = call({
  method: 'GET',
  path: '/api/OutBound/GetPickTaskHistory',
  summary: "A task's timeline, latest first",
  access: [browse('outBound')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

const pickAct = {
  actId,
  taskId: id,
  /** The line's id; see `PickLineRow`. */
  lineId: id,
  /** What was taken; less than the line without a reason: the rest is still to be picked. */
  qty: quantity,
  /** The rest is not there: it is released, and looked for elsewhere. */
  shortReason: optional(oneOf(codes('shortReason'))),
  /** Where it is put; not given: the usual place. */
  stagingLocationId: optional(id),
  serials: many(text(60), 10_000),
  /** When it was picked, if the device was offline. */
  at: optional(moment),
  ...scanProof,
}
export const pickInput = z.object(pickAct)
export type PickInput = z.output<typeof pickInput>
export const pickAnswer = z.strictObject({
  state: z.enum(pickTaskStates),
  picked: z.string(),
  short: z.string(),
  /** Where the rest is to be picked instead. */
  instead: z.array(
    z.strictObject({
      lineId: z.int(),
      locationId: z.int(),
      locationCode: z.string(),
      batchNo: z.string(),
      containerCode: nullableText,
      qty: z.string(),
    }),
  ),
  /** What is nowhere in the warehouse. */
  missing: z.string(),
})
export type PickAnswer = z.output<typeof pickAnswer>
export const pickLine = call({
  method: 'POST',
  path: '/api/OutBound/PickLine',
  summary: 'Pick a line, wholly, in part or short; the same act twice has one effect and the same answer',
  access: [edit('outBound')],
  input: pickInput,
  output: pickAnswer,
})
export const syncPicks = call({
  method: 'POST',
  path: '/api/OutBound/SyncPicks',
  summary: 'Acts that a device kept while it was offline, in their order; each is reported',
  access: [edit('outBound')],
  input: z.object({ acts: many(pickInput, 500, 1) }),
  output: z.array(
    z.strictObject({
      actId: z.string(),
      /** `again`: it had been done before. */
      outcome: z.enum(['done', 'again', 'refused']),
      answer: z.nullable(pickAnswer),
      reason: nullableText,
      msg: nullableText,
    }),
  ),
})
export const putBack = call({
  method: 'POST',
  path: '/api/OutBound/PutBack',
  summary: 'Put picked goods back on their shelf: the lines are to be picked again',
  access: [edit('outBound')],
  input: z.object({ taskId: id, lineIds: many(id, 500, 1) }),
  output: z.strictObject({ state: z.enum(pickTaskStates) }),
  idempotent: true,
})
export const reallocateTask = call({
  method: 'POST',
  path: '/api/OutBound/ReallocateTask',
  summary: 'Look elsewhere for lines that are not picked yet, or again for what the notices of the task lack',
  access: [edit('outBound')],
  input: z.object({ id, lineIds: many(id, 500) }),
  output: z.strictObject({ instead: pickAnswer.shape.instead, missing: z.string() }),
  idempotent: true,
})
export const assignPickTasks = call({
  method: 'POST',
  path: '/api/OutBound/AssignPickTasks',
  summary: 'Give tasks to another picker, or to nobody',
  access: [edit('outBound')],
  input: z.object({ ids: many(id, 500, 1), pickerId: optional(id) }),
  output: outcomes,
})
export const getPickers = call({
  method: 'GET',
  path: '/api/OutBound/GetPickers',
  summary: 'Colleagues who may pick, in this warehouse if one is named; with ids: just those',
  access: [browse('outBound')],
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)), warehouseId: optional(id) }),
  output: z.array(choice),
})
export const checkPicks = call({
  method: 'POST',
  path: '/api/OutBound/CheckPicks',
  summary: 'Second check of what was picked, by somebody else than who picked it',
  access: [edit('outBound')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
})
export const cancelPickTasks = call({
  method: 'POST',
  path: '/api/OutBound/CancelPickTasks',
  summary: 'Cancel tasks that nothing is picked of; their goods stay allocated',
  access: [approve('outBound')],
  input: z.object({ ids: many(id, 500, 1), reason: lines(200) }),
  output: outcomes,
})
