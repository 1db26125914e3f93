import { columnsOf } from '../../shared/grid/column.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { serverNow } from '../../shared/session/session.ts'
import { dateTime } from '../../shared/ui/format.ts'
import { StateTag } from '../../shared/ui/StateTag.tsx'

type Clocked = { readonly ownerName: string | null; readonly dueAt: string | null; readonly level: number }

/** Whose it is, when it is due, how often it was escalated; red once it is over, unless it is done with. */
export function clockColumns<R extends Clocked>(isOver: (row: R) => boolean): readonly Column<R>[] {
  const column = columnsOf<Clocked>()
  return [
    column.text('ownerName', 'cases:column.owner', {
      width: 84,
      card: 'meta',
      value: (row) => row.ownerName ?? i18n.t('cases:owner.none'),
    }) as unknown as Column<R>,
    {
      key: 'dueAt',
      title: 'cases:column.dueAt',
      width: 148,
      sortKey: 'dueAt',
      card: 'aside',
      render: (row) => {
        if (row.dueAt === null) return null
        const isLate = !isOver(row) && Date.parse(row.dueAt) < serverNow().getTime()
        return isLate ? <StateTag tone="red">{dateTime(row.dueAt)}</StateTag> : dateTime(row.dueAt)
      },
      text: ({ dueAt }) => (dueAt === null ? '' : dateTime(dueAt)),
    },
    column.integer('level', 'cases:column.level', { hidden: true }) as unknown as Column<R>,
  ]
}
