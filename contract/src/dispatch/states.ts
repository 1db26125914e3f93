import { approve, edit } from '../access.ts'
import type { Right } from '../kernel/call.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

export const arrangementStates = ['new', 'assigned', 'departed', 'arrived', 'done', 'cancelled'] as const
export type ArrangementState = (typeof arrangementStates)[number]

export const arrangementActions = [
  'change',
  'assign',
  'depart',
  'arrive',
  'finish',
  'cancel',
  'undoDepart',
  'undoArrive',
] as const
export type ArrangementAction = (typeof arrangementActions)[number]

const dispatch: readonly Right[] = [edit('arrangeOperate'), edit('arrangeList')]
const decide: readonly Right[] = [approve('arrangeList'), approve('arrangeOperate')]

/** 新建 → 已派 → 已发车 → 已到达 → 已完成; 已取消 before departure only, giving the pieces back (domain §3). */
export const arrangementLifecycle: Lifecycle<ArrangementState, ArrangementAction> = {
  change: { from: ['new', 'assigned'], to: 'derived', right: dispatch },
  assign: { from: ['new'], to: 'assigned', right: dispatch },
  depart: { from: ['assigned'], to: 'departed', right: dispatch },
  arrive: { from: ['departed'], to: 'arrived', right: dispatch },
  finish: { from: ['arrived'], to: 'done', right: dispatch },
  cancel: { from: ['new', 'assigned'], to: 'cancelled', right: decide },
  undoDepart: { from: ['departed'], to: 'assigned', right: decide },
  undoArrive: { from: ['arrived'], to: 'departed', right: decide },
}
