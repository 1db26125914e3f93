import { Button, Dropdown, Popover, Tooltip } from 'antd'
import { Columns3, Download, Info, RefreshCw, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../action/ActButton.tsx'
import { MoreActions } from '../grid/RowActions.tsx'
import type { Column, RowAction } from '../grid/types.ts'
import { chooseSize, type Size, sizeNames, useAppearance } from '../ui/appearance.ts'
import { figure } from '../ui/format.ts'
import { late } from '../ui/late.tsx'
import styles from './List.module.css'
import type { Preferences } from './preferences.ts'

const ColumnsPanel = late(() => import('../grid/ColumnsPanel.tsx').then((file) => file.ColumnsPanel))

/** Something to do with the selected rows; why not with these is said beside the buttons. */
export type BatchAction = RowAction

type Props = {
  readonly primary?: ReactNode
  readonly batch: readonly BatchAction[]
  readonly selectedCount: number
  readonly onClear: () => void
  /** Offers the rest of the filter. */
  readonly selectAll?: ReactNode
  readonly fetching: boolean
  readonly onRefresh: () => void
  readonly onExport: ((selectedOnly: boolean) => void) | null
  readonly columns: readonly Column<never>[]
  readonly preferences: Preferences
  readonly setPreferences: (change: Partial<Preferences>) => void
}

const icon = { size: 16, strokeWidth: 1.6 } as const

export function Toolbar(props: Props) {
  const { primary, batch, selectedCount } = props
  const { t } = useTranslation('ui')
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('list.toolbar')}>
      {primary}
      {selectedCount > 0 && (
        <>
          {primary && <span className={styles.divider} />}
          <Selected count={selectedCount} onClear={props.onClear} />
          {props.selectAll}
          <BatchButtons batch={batch} />
        </>
      )}
      <span className={styles.tools}>
        <Tooltip title={t('list.refresh')}>
          <Button
            type="text"
            aria-label={t('list.refresh')}
            icon={<RefreshCw {...icon} className={props.fetching ? styles.spin : undefined} />}
            onClick={props.onRefresh}
          />
        </Tooltip>
        {props.onExport && <ExportButton selectedCount={selectedCount} onExport={props.onExport} />}
        <Popover
          trigger="click"
          placement="bottomRight"
          arrow={false}
          destroyOnHidden
          content={
            <ColumnsPanel
              columns={props.columns}
              preferences={props.preferences}
              setPreferences={props.setPreferences}
            />
          }
        >
          <Tooltip title={t('list.columns')}>
            <Button type="text" aria-label={t('list.columns')} icon={<Columns3 {...icon} />} />
          </Tooltip>
        </Popover>
        <Density />
      </span>
    </div>
  )
}

export function Selected({ count, onClear }: { count: number; onClear: () => void }) {
  const { t } = useTranslation('ui')
  const [before = '', after = ''] = t('list.selected', { number: '\u0000' }).split('\u0000')
  return (
    <button type="button" className={styles.selected} title={t('list.clearSelection')} onClick={onClear}>
      {before}
      <b>{figure(count)}</b>
      {after}
    </button>
  )
}

function BatchButtons({ batch }: { batch: readonly BatchAction[] }) {
  const reason = batch.find(({ refused }) => refused)?.refused
  return (
    <>
      {batch.map(({ key, label, onClick, refused, danger, busy }) => (
        <ActButton key={key} danger={danger} refused={refused} loading={busy} onClick={onClick}>
          {label}
        </ActButton>
      ))}
      {reason && (
        <span className={styles.reason}>
          <Info size={14} strokeWidth={1.75} aria-hidden="true" />
          {reason}
        </span>
      )}
    </>
  )
}

/** At the thumb: the first action at the right and solid, at most three in all, the rest behind ⋯. */
export function PhoneBatch({ batch }: { batch: readonly BatchAction[] }) {
  const shown = batch.slice(0, batch.length > 3 ? 2 : 3)
  return (
    <>
      <MoreActions actions={batch.slice(shown.length)} reachable />
      {shown
        .map(({ key, label, onClick, refused, danger, busy }, at) => (
          <ActButton
            key={key}
            type={at === 0 ? 'primary' : 'default'}
            danger={danger}
            refused={refused}
            loading={busy}
            onClick={onClick}
          >
            {label}
          </ActButton>
        ))
        .reverse()}
    </>
  )
}

function ExportButton({
  selectedCount,
  onExport,
}: {
  selectedCount: number
  onExport: (selectedOnly: boolean) => void
}) {
  const { t } = useTranslation('ui')
  const button = (
    <Button
      type="text"
      aria-label={t('list.export')}
      icon={<Download {...icon} />}
      onClick={selectedCount === 0 ? () => onExport(false) : undefined}
    />
  )
  if (selectedCount === 0) return <Tooltip title={t('list.export')}>{button}</Tooltip>
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'selected', label: t('list.exportSelected', { number: selectedCount }) },
          { key: 'all', label: t('list.exportAll') },
        ],
        onClick: ({ key }) => onExport(key === 'selected'),
      }}
    >
      {button}
    </Dropdown>
  )
}

function Density() {
  const { t } = useTranslation(['ui', 'shell'])
  const size = useAppearance((appearance) => appearance.size)
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [size],
        items: sizeNames.map((name) => ({ key: name, label: t(`shell:size.${name}`) })),
        onClick: ({ key }) => chooseSize(key as Size),
      }}
    >
      <Tooltip title={t('list.density')}>
        <Button type="text" aria-label={t('list.density')} icon={<Rows3 {...icon} />} />
      </Tooltip>
    </Dropdown>
  )
}
