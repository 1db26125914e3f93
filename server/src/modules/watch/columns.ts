import type { WatchRow } from '@xunyun/contract/watch/calls'
import { keyReasonWords, whereSaid } from '@xunyun/contract/watch/words'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'
import { trackedFileColumns } from '../waybills/index.ts'

/** What a file of a watch list holds: its clock, then what a file of tracked waybills has. */
export const watchColumns: readonly ListColumn<WatchRow>[] = [
  listColumn('watch:column.owner', 'text', { key: 'ownerName', width: 10 }),
  listColumn('watch:column.dueAt', 'moment', { width: 16 }),
  listColumn('watch:column.level', 'integer', { width: 8 }),
  listColumn('watch:column.since', 'moment', { width: 16 }),
  listColumn('watch:column.live', 'integer', { width: 10 }),
  listColumn('watch:column.where', 'text', { width: 20, value: ({ where }, language) => whereSaid(where, language) }),
  listColumn('watch:column.keyReasons', 'text', {
    width: 20,
    value: ({ keyReasons }, language) => keyReasons.map((reason) => keyReasonWords[reason][language]).join(', '),
  }),
  ...(trackedFileColumns as unknown as ListColumn<WatchRow>[]),
]
