import { useQuery } from '@tanstack/react-query'
import { getWaiting } from '@xunyun/contract/dispatch/calls'
import { Checkbox, Input } from 'antd'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { Route } from '../../shared/grid/column.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { figure, volume, weight } from '../../shared/ui/format.ts'
import { Empty, LoadError } from '../../shared/ui/Notice.tsx'
import styles from './Dispatch.module.css'
import { isAt, type LineRow, lineKey, lineOfWaiting, type Start } from './lines.ts'

type Props = {
  /** Where the trip loads; undefined while it may be anywhere. */
  start: Start | undefined
  /** Lines that the trip has already. */
  taken: ReadonlySet<string>
  onPick: (lines: LineRow[]) => void
  onClose: () => void
}

/** Waiting pieces that this trip could load. */
export function PickDialog({ start, taken, onPick, onClose }: Props) {
  const { t } = useTranslation(['dispatch', 'ui'])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const asked = useDeferredValue(typed.trim()) || undefined
  const atOutletId = start?.fromPlace === 'outlet' ? start.fromId : undefined
  const found = useQuery(
    q(getWaiting, {
      q: asked,
      atOutletId,
      ...(start?.fromPlace === 'shipper' ? { tab: 'pickup' } : {}),
      pageSize: 200,
    }),
  )
  const rows = (found.data?.rows ?? [])
    .map(lineOfWaiting)
    .filter((line) => isAt(line, start) && !taken.has(lineKey(line)))
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  const lines = rows.filter((line) => chosen.has(lineKey(line)))
  return (
    <Dialog
      open
      width={820}
      title={t('form.pickTitle')}
      onCancel={onClose}
      yes={{
        label: t('form.pick', { count: lines.length }),
        refused: lines.length === 0 ? t('ui:why.nothingPicked') : null,
        onClick: () => onPick(lines),
      }}
    >
      <Input
        autoFocus
        allowClear
        value={typed}
        placeholder={t('filter.q')}
        aria-label={t('filter.q')}
        prefix={<Search size={14} strokeWidth={1.75} />}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.pickList}>
        {found.isError ? (
          <LoadError error={found.error} retry={() => void found.refetch()} />
        ) : found.isSuccess && rows.length === 0 ? (
          <Empty title={t('empty.waiting')} />
        ) : (
          <table className={styles.lines}>
            <thead>
              <tr>
                <th>
                  <Checkbox
                    aria-label={t('form.addLines')}
                    checked={rows.length > 0 && lines.length === rows.length}
                    indeterminate={lines.length > 0 && lines.length < rows.length}
                    onChange={() => setChosen(lines.length === rows.length ? new Set() : new Set(rows.map(lineKey)))}
                  />
                </th>
                <th>{t('column.waybillNo')}</th>
                <th>{t('column.customer')}</th>
                <th>{t('column.route')}</th>
                <th>{t('column.at')}</th>
                <th className={styles.right}>{t('column.free')}</th>
                <th className={styles.right}>{t('column.weight')} kg</th>
                <th className={styles.right}>{t('column.volume')} m³</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((line) => {
                const key = lineKey(line)
                return (
                  <tr key={key} data-chosen={chosen.has(key) || undefined} onClick={() => toggle(key)}>
                    <td>
                      <Checkbox
                        aria-label={line.waybillNo}
                        checked={chosen.has(key)}
                        onClick={(event) => event.stopPropagation()}
                        onChange={() => toggle(key)}
                      />
                    </td>
                    <td>{line.waybillNo}</td>
                    <td className={styles.clip}>{line.customerName ?? '—'}</td>
                    <td>
                      <Route from={line.shipperCity} to={line.consigneeCity} />
                    </td>
                    <td>{line.fromName}</td>
                    <td className={styles.right}>{figure(line.free)}</td>
                    <td className={styles.right}>{weight(line.totalWeight)}</td>
                    <td className={styles.right}>{volume(line.totalVolume)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  )
}
