import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { Button } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { type LineColumn, LineGrid } from '../../shared/form/LineGrid.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import styles from './Dispatch.module.css'
import type { LineRow } from './lines.ts'
import { type StopRow, workAt } from './stopRows.ts'

type Props = {
  value?: readonly StopRow[]
  onChange?: (stops: readonly StopRow[]) => void
  lines: readonly LineRow[]
}

let added = 0
const newStop = (): StopRow => {
  added += 1
  return { key: `added ${Date.now()}.${added}`, kind: 'outlet', byHand: true }
}

/** Where the trip goes, in order: moved by dragging a row, or by its arrows; an outlet may be put in by hand. */
export function StopsEditor({ value = [], onChange, lines }: Props) {
  const { t } = useTranslation('dispatch')
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length) return
    const next = [...value]
    const [row] = next.splice(from, 1)
    if (row) next.splice(to, 0, row)
    onChange?.(next)
  }
  const columns: LineColumn<StopRow>[] = [
    { key: 'kind', title: t('form.type'), shown: true, width: 72, render: ({ kind }) => t(`stops.kind.${kind}`) },
    {
      key: 'outletId',
      title: t('stops.place'),
      also: ['address'],
      render: (stop, change, props) =>
        stop.kind === 'outlet' ? (
          <Lookup
            {...props}
            call={getOutletChoices}
            value={stop.outletId}
            known={known(stop.outletId, stop.name)}
            onChange={(outletId, [chosen]) => change({ outletId, name: chosen?.label, byHand: true })}
          />
        ) : (
          <div className={styles.stopPlace} title={stop.address}>
            {stop.name}
            <small>{stop.address?.replace(/^\d* /, '')}</small>
          </div>
        ),
    },
    {
      key: 'planAt',
      title: t('column.planAt'),
      width: 168,
      render: (stop, change, props) => (
        <MomentInput {...props} value={stop.planAt} onChange={(planAt?: string) => change({ planAt })} />
      ),
    },
    {
      key: 'work',
      title: t('stops.work'),
      shown: true,
      width: 112,
      render: ({ key }) => {
        const { load, unload } = workAt(key, lines)
        return [load > 0 && t('stops.load', { count: load }), unload > 0 && t('stops.unload', { count: unload })]
          .filter(Boolean)
          .join(' · ')
      },
    },
    {
      key: 'move',
      title: t('stops.move'),
      shown: true,
      width: 72,
      render: (_stop, _change, _props, row) => (
        <span className={styles.moves}>
          <Button
            type="text"
            size="small"
            aria-label={t('stops.up', { row: row + 1 })}
            disabled={row === 0}
            icon={<ArrowUp size={14} strokeWidth={1.75} />}
            onClick={() => move(row, row - 1)}
          />
          <Button
            type="text"
            size="small"
            aria-label={t('stops.down', { row: row + 1 })}
            disabled={row >= value.length - 1}
            icon={<ArrowDown size={14} strokeWidth={1.75} />}
            onClick={() => move(row, row + 1)}
          />
        </span>
      ),
    },
  ]
  return (
    <LineGrid
      name="stops"
      label={t('stops.title')}
      numbered
      columns={columns}
      value={value}
      none={t('stops.none')}
      add={t('stops.add')}
      blank={newStop}
      leaves
      fixed={({ key }) => lines.some(({ load, unload }) => load === key || unload === key)}
      onMove={move}
      {...(onChange ? { onChange } : {})}
    />
  )
}
