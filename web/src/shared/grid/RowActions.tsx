import { Dropdown, Tooltip } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './Grid.module.css'
import type { RowAction } from './types.ts'

/** At most two words, the rest behind ⋯. A refused action stays and says why. */
export function RowActions({ actions, reachable }: { actions: readonly RowAction[]; reachable: boolean }) {
  const shown = actions.length <= 2 ? actions : actions.slice(0, 2)
  return (
    <>
      {shown.map((action) => (
        <ActionWord key={action.key} action={action} reachable={reachable} />
      ))}
      <MoreActions actions={actions.slice(shown.length)} reachable={reachable} />
    </>
  )
}

function ActionWord({ action, reachable }: { action: RowAction; reachable: boolean }) {
  const refused = action.refused ?? null
  const button = (
    <button
      type="button"
      className={styles.action}
      data-danger={action.danger || undefined}
      aria-disabled={refused !== null || undefined}
      aria-description={refused ?? undefined}
      tabIndex={reachable ? 0 : -1}
      onClick={() => refused === null && action.onClick()}
    >
      {action.label}
    </button>
  )
  return refused === null ? button : <Tooltip title={refused}>{button}</Tooltip>
}

export function MoreActions({ actions, reachable }: { actions: readonly RowAction[]; reachable: boolean }) {
  const { t } = useTranslation('kit')
  if (actions.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map(({ key, label, danger, refused }) => ({
          key,
          danger,
          disabled: (refused ?? null) !== null,
          label: refused ? (
            <span title={refused} aria-description={refused}>
              {label}
            </span>
          ) : (
            label
          ),
        })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          actions.find((action) => action.key === key)?.onClick()
        },
      }}
    >
      <button
        type="button"
        className={styles.more}
        aria-label={t('list.more')}
        aria-haspopup="menu"
        tabIndex={reachable ? 0 : -1}
      >
        <Ellipsis size={16} strokeWidth={1.75} />
      </button>
    </Dropdown>
  )
}
