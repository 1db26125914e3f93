import type { RowAction } from '../grid/types.ts'
import { ActButton } from './ActButton.tsx'

type Props = {
  readonly actions: readonly RowAction[]
  /** Those of them that stand here, in this order. Default: all. */
  readonly only?: readonly string[]
  /** The next step: solid. */
  readonly primary?: readonly string[]
}

/** What can be done to the record of a drawer; what is refused stays and says why. Null where there is nothing. */
export function actButtons({ actions, only, primary = [] }: Props) {
  const shown = only ? only.flatMap((key) => actions.find((action) => action.key === key) ?? []) : actions
  if (shown.length === 0) return null
  return shown.map(({ key, label, danger, refused, busy, onClick }) => (
    <ActButton
      key={key}
      type={primary.includes(key) ? 'primary' : 'default'}
      danger={danger}
      refused={refused}
      loading={busy}
      onClick={onClick}
    >
      {label}
    </ActButton>
  ))
}
