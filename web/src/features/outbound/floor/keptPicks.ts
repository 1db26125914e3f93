import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { PickInput, PickLineRow, PickTaskDetail } from '@xunyun/contract/warehouse/picking'

/**
 * A task on the device: as it was fetched last, what was picked of it and not yet answered for, and what came back. It
 * outlives the page, the tab and the network; acts are sent in their order, each known by an id that the server takes
 * once (domain §0.3).
 */
export type KeptTask = {
  readonly task: PickTaskDetail
  readonly acts: readonly PickInput[]
  readonly refused: readonly { readonly act: PickInput; readonly msg: string }[]
}

const prefix = 'picks:'
const keyOf = (userId: number, taskNo: string) => `${prefix}${userId}:${taskNo}`

export function readKept(userId: number, taskNo: string): KeptTask | null {
  const text = localStorage.getItem(keyOf(userId, taskNo))
  return text === null ? null : (JSON.parse(text) as KeptTask)
}

/** Throws when the device is full: an act that can't be kept must not look as if it were. */
export const writeKept = (userId: number, kept: KeptTask): void =>
  localStorage.setItem(keyOf(userId, kept.task.taskNo), JSON.stringify(kept))

export const dropKept = (userId: number, taskNo: string): void => localStorage.removeItem(keyOf(userId, taskNo))

/** Tasks of a person that wait on this device with something to send or to see. */
export const keptTasks = (userId: number): KeptTask[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(`${prefix}${userId}:`))
    .sort()
    .flatMap((key) => {
      const text = localStorage.getItem(key)
      return text === null ? [] : [JSON.parse(text) as KeptTask]
    })
    .filter(({ acts, refused }) => acts.length + refused.length > 0)

/** A line as the picker knows it: what he picked counts, whether the server has heard of it or not. */
export type LineNow = PickLineRow & { readonly left: string; readonly pending: boolean }

export const linesNow = ({ task, acts }: KeptTask): LineNow[] =>
  task.lines.map((line) => {
    const own = acts.filter(({ lineId }) => lineId === line.id)
    const taken = own.reduce((sum, { qty }) => sum.plus(qty), new Exact('0'))
    const isShort = own.some(({ shortReason }) => shortReason !== undefined)
    const left =
      line.state !== 'allocated' || isShort || line.intercepted ? '0' : new Exact(line.qty).minus(taken).toFixed()
    return { ...line, left: compareDecimal(left, '0') < 0 ? '0' : left, pending: own.length > 0 }
  })

/** What is to be picked next, in walking order. */
export const nextLine = (lines: readonly LineNow[]): LineNow | undefined =>
  lines.find(({ left }) => compareDecimal(left, '0') > 0)
