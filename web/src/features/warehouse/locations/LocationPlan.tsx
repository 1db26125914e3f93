import { useQuery } from '@tanstack/react-query'
import { getLocationPlan, mostPlanned, type PlanCell } from '@xunyun/contract/warehouse/locations/plan'
import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { figure, volume, weight } from '../../../shared/ui/format.ts'
import { Empty, LoadError } from '../../../shared/ui/Notice.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import { useWarehouses, useZoneWords } from '../masters/index.ts'
import { locationTones } from './locationColumns.tsx'
import styles from './Plan.module.css'
import { looks, PlanWall } from './PlanWall.tsx'
import { planOf } from './planLayout.ts'

type Props = {
  /** As the list is filtered; where it says nothing, the first warehouse and its storage. */
  readonly warehouseId: number | undefined
  readonly zoneId: number | undefined
  readonly onPlace: (place: { warehouseId: number; zoneId: number | null }) => void
  readonly modes: ReactNode
  /** Null for whoever may look only. */
  readonly onEdit: ((id: number) => void) | null
  readonly create: ReactNode
}

/** 排位图: one zone as one stands before its racks, each location as full as it is. */
export function LocationPlan({ warehouseId, zoneId, onPlace, modes, onEdit, create }: Props) {
  const { t } = useTranslation(['warehouse/locations', 'ui'])
  const { warehouses, isPending } = useWarehouses()
  const warehouse = warehouses.find(({ id }) => id === warehouseId) ?? warehouses[0]
  const zones = warehouse?.zones ?? []
  const zone = zones.find(({ id }) => id === zoneId) ?? zones.find(({ type }) => type === 'store') ?? zones[0]
  const words = useZoneWords(warehouse?.id)
  const [pointed, setPointed] = useState<number | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const place = { warehouseId: warehouse?.id ?? 0, zoneId: zone?.id ?? 0 }
  const plan = useQuery({
    ...q(getLocationPlan, place),
    enabled: zone !== undefined,
  })
  const { data } = plan
  const drawn = useMemo(() => planOf(data?.cells ?? []), [data])
  const cellOf = (id: number | null) => data?.cells.find((cell) => cell.id === id)
  const used = data?.cells.filter(({ itemCount }) => itemCount > 0).length ?? 0
  const open = onEdit ?? (() => {})
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Choice
          options={warehouses.map(({ id, label }) => ({ value: id, label }))}
          allowClear={false}
          prefix={t('location.warehouse')}
          aria-label={t('location.warehouse')}
          style={{ width: 184 }}
          value={warehouse?.id}
          onChange={(id: number) => onPlace({ warehouseId: id, zoneId: null })}
        />
        <Choice
          options={words}
          allowClear={false}
          prefix={t('location.zone')}
          aria-label={t('location.zone')}
          style={{ width: 168 }}
          value={zone?.id}
          onChange={(id: number) => warehouse && onPlace({ warehouseId: warehouse.id, zoneId: id })}
        />
        <span className={styles.sum} role="status">
          {data && t('plan.used', { used: figure(used), count: figure(data.count) })}
        </span>
        <span className={styles.end}>{modes}</span>
        <Button
          type="text"
          aria-label={t('ui:list.refresh')}
          icon={<RefreshCw size={16} strokeWidth={1.6} />}
          onClick={() => void plan.refetch()}
        />
      </div>
      {data && data.count > mostPlanned && (
        <p className={styles.note}>{t('plan.first', { number: figure(mostPlanned) })}</p>
      )}
      {plan.isError ? (
        <LoadError error={plan.error} retry={() => void plan.refetch()} />
      ) : isPending || (zone !== undefined && !data) ? (
        <div className={styles.wall} aria-busy="true">
          {[1, 2, 3].map((line) => (
            <Bone key={line} height={140} />
          ))}
        </div>
      ) : !data || data.count === 0 ? (
        <Empty title={t('empty.plan')} text={create ? t('empty.planHint') : undefined}>
          {create}
        </Empty>
      ) : (
        <>
          <div className={styles.body}>
            <PlanWall
              plan={drawn}
              count={data.cells.length}
              label={t('plan.label', { zone: `${zone?.code} ${zone?.name}` })}
              chosen={cellOf(chosen) ? chosen : null}
              onChoose={setChosen}
              onPoint={setPointed}
              onOpen={open}
            />
            <Facts cell={cellOf(pointed) ?? cellOf(chosen)} onEdit={onEdit} />
          </div>
          <Legend />
        </>
      )}
    </div>
  )
}

/** The figures of the location that is looked at, or was chosen. */
function Facts({ cell, onEdit }: { cell: PlanCell | undefined; onEdit: ((id: number) => void) | null }) {
  const { t } = useTranslation(['warehouse/locations', 'ui'])
  if (cell === undefined)
    return (
      <aside className={styles.facts}>
        <p className={styles.quiet}>{t('plan.point')}</p>
      </aside>
    )
  const rows: readonly (readonly [string, string])[] = [
    [t('location.usedPercent'), cell.usedPercent === null ? '—' : `${cell.usedPercent}%`],
    [t('location.itemCount'), figure(cell.itemCount)],
    [t('location.maxWeight'), cell.maxWeight === null ? '—' : `${weight(cell.maxWeight)} kg`],
    [t('location.maxVolume'), cell.maxVolume === null ? '—' : `${volume(cell.maxVolume)} m³`],
    [t('location.abc'), cell.abc ?? '—'],
  ]
  return (
    <aside className={styles.facts} aria-live="polite">
      <h3>
        {cell.code}
        <StateTag tone={locationTones[cell.state]} struck={cell.state === 'disabled'}>
          {t(`state.${cell.state}`)}
        </StateTag>
      </h3>
      <dl>
        {rows.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
      {onEdit && <Button onClick={() => onEdit(cell.id)}>{t('ui:master.change')}</Button>}
    </aside>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)

function Legend() {
  const { t } = useTranslation('warehouse/locations')
  return (
    <ul className={styles.legend} aria-label={t('plan.legend')}>
      {looks.map((look) => (
        <li key={look}>
          <span className={styles.cell} data-look={look} style={{ '--fill': '70%' } as React.CSSProperties}>
            {look !== 'empty' && look !== 'counting' && look !== 'disabled' && <i />}
          </span>
          {t(`plan.look.${look}`)}
        </li>
      ))}
    </ul>
  )
}
