import type { HandInRow } from '@xunyun/contract/collections/calls'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'

/** The columns of the export; keys are those of the page. */
export const handInColumns: readonly ListColumn<HandInRow>[] = [
  listColumn('collections:handIn.holderName', 'text', { width: 20 }),
  listColumn('collections:handIn.holderKind', 'text', { width: 10, words: 'holderKind' }),
  listColumn('collections:handIn.toDay', 'date'),
  listColumn('collections:handIn.no', 'text', { width: 18 }),
  listColumn('collections:handIn.state', 'text', { width: 10, words: 'handInState' }),
  listColumn('collections:handIn.collections', 'integer'),
  listColumn('collections:handIn.prepaid', 'money'),
  listColumn('collections:handIn.freight', 'money'),
  listColumn('collections:handIn.cod', 'money'),
  listColumn('collections:handIn.straight', 'money'),
  listColumn('collections:handIn.cash', 'money'),
  listColumn('collections:handIn.wechat', 'money'),
  listColumn('collections:handIn.alipay', 'money'),
  listColumn('collections:handIn.other', 'money'),
  listColumn('collections:handIn.due', 'money'),
  listColumn('collections:handIn.counted', 'money'),
  listColumn('collections:handIn.difference', 'money'),
  listColumn('collections:handIn.decision', 'text', { width: 12, words: 'handInDecision' }),
  listColumn('collections:handIn.outletName', 'text'),
  listColumn('collections:handIn.handedInByName', 'text'),
  listColumn('collections:handIn.countedByName', 'text'),
  listColumn('collections:handIn.remark', 'text', { width: 24 }),
]
