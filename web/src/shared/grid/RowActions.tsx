import { Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { menuLabel } from '../action/menuLabel.tsx'
import styles from './Grid.module.css'
import { textWidth } from './measure.ts'
import type { RowAction } from './types.ts'

type Props = {
  readonly actions: readonly RowAction[]
  /** By Tab: in the current row only, or a page of rows would be a hundred steps. */
  readonly reachable: boolean
}

/** Pixels for the words of a row: where a language needs more, the second waits behind ⋯, or it would take a column's room. */
const roomForWords = 132

/** How many of the actions are said in words: two, where both are short. */
export const wordsShown = (actions: readonly Pick<RowAction, 'label'>[]): number =>
  actions.length < 2 || actions.slice(0, 2).reduce((sum, { label }) => sum + textWidth(label, 13), 0) > roomForWords
    ? 1
    : 2

/** At most two words, the rest behind ⋯. A refused action stays and says why. */
export function RowActions({ actions, reachable }: Props) {
  const shown = actions.slice(0, wordsShown(actions))
  return (
    <span className={styles.actionLine} data-actions="">
      {shown.map((action) => (
        <ActionWord key={action.key} action={action} reachable={reachable} />
      ))}
      <MoreActions actions={actions.slice(shown.length)} reachable={reachable} />
    </span>
  )
}

function ActionWord({ action, reachable }: { action: RowAction; reachable: boolean }) {
  const refused = action.refused || undefined
  return (
    <button
      type="button"
      className={styles.action}
      data-danger={action.danger || undefined}
      aria-disabled={refused ? true : undefined}
      aria-description={refused}
      title={refused}
      tabIndex={reachable ? 0 : -1}
      onClick={refused ? undefined : action.onClick}
    >
      {action.label}
    </button>
  )
}

/** A plain button until it is used: a menu made ready for every row would cost more than the rows. */
export function MoreActions({ actions, reachable }: Props) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState<boolean | null>(null)
  if (actions.length === 0) return null
  const button = (
    <button
      type="button"
      className={styles.more}
      aria-label={t('list.more')}
      aria-haspopup="menu"
      aria-expanded={open ?? false}
      tabIndex={reachable ? 0 : -1}
      onClick={open === null ? () => setOpen(true) : undefined}
    >
      <Ellipsis size={16} strokeWidth={1.75} />
    </button>
  )
  if (open === null) return button
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      autoFocus
      menu={{
        items: actions.map(({ key, label, danger, refused }) => ({
          key,
          danger,
          disabled: Boolean(refused),
          label: menuLabel(label, refused),
        })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          setOpen(false)
          actions.find((action) => action.key === key)?.onClick()
        },
      }}
    >
      {button}
    </Dropdown>
  )
}
