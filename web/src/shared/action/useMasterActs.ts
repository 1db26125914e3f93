import { useTranslation } from 'react-i18next'
import type { RowAction } from '../grid/types.ts'
import type { BatchAction } from '../list/Toolbar.tsx'
import { confirm } from '../ui/confirm.ts'
import { type BatchCall, useBatch } from './useBatch.ts'

type Master = { readonly id: number; readonly enabled: boolean }

type Options<R> = {
  /** Takes `ids` and `enabled`. */
  readonly enabling: BatchCall
  /** Takes `ids`. Not given: nothing of the kind is deleted. */
  readonly removing?: BatchCall
  readonly refresh: readonly string[]
  /** May disable and delete on this page at all; else neither is offered. */
  readonly may: boolean
  readonly nameOf: (row: R) => string
  /** Why not with this very row. */
  readonly refusedOf?: (row: R) => string | null
  readonly onDone?: () => void
}

type Act = 'enable' | 'disable' | 'delete'

/** Enabling, disabling and deleting master records, one or many: what is taken away is asked about by its name. */
export function useMasterActs<R extends Master>(options: Options<R>) {
  const { enabling, removing, refresh, may, nameOf, refusedOf = () => null, onDone } = options
  const { t } = useTranslation('ui')
  const enable = useBatch(enabling, { title: t('master.enable'), refresh, onDone })
  const disable = useBatch(enabling, { title: t('master.disable'), refresh, onDone })
  const remove = useBatch(removing ?? enabling, { title: t('master.delete'), refresh, onDone })

  const mean = (act: 'disable' | 'delete', rows: readonly R[]) => {
    const [first] = rows
    const one = first !== undefined && rows.length === 1
    return confirm({
      title: one ? t(`master.${act}One`, { name: nameOf(first) }) : t(`master.${act}Many`, { number: rows.length }),
      text: t(`master.${act}Text`),
      yes: t(`master.${act}`),
      danger: true,
    })
  }
  const run = async (act: Act, rows: readonly R[]) => {
    if (act !== 'enable' && !(await mean(act, rows))) return
    const ids = rows.map(({ id }) => id)
    // The calls differ by their path only.
    if (act === 'enable') await enable.run({ ids, enabled: true } as never)
    else if (act === 'disable') await disable.run({ ids, enabled: false } as never)
    else await remove.run({ ids } as never)
  }
  const action = (act: Act, rows: readonly R[], refused: string | null) => ({
    key: act,
    label: t(`master.${act}`),
    danger: act !== 'enable',
    refused,
    onClick: () => void run(act, rows).catch(() => undefined),
  })

  const rowActions = (row: R): RowAction[] =>
    may
      ? (removing === undefined ? (['toggle'] as const) : (['toggle', 'delete'] as const)).map((act) =>
          action(act === 'delete' ? act : row.enabled ? 'disable' : 'enable', [row], refusedOf(row)),
        )
      : []

  /** Rows that are so already are left out; a row that may not is reported with its reason by the server. */
  const batchActions = (rows: readonly R[]): BatchAction[] => {
    if (!may) return []
    const reasons = rows.map(refusedOf)
    const refused = reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
    const on = rows.filter((row) => row.enabled)
    const off = rows.filter((row) => !row.enabled)
    return [
      ...(off.length > 0 ? [action('enable', off, refused)] : []),
      ...(on.length > 0 ? [action('disable', on, refused)] : []),
      ...(removing === undefined ? [] : [action('delete', rows, refused)]),
    ]
  }
  return { rowActions, batchActions }
}
