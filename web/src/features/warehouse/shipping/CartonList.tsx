import { wordFor } from '@xunyun/contract/dictionary'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  type CartonAction,
  type CartonRow,
  cartonLifecycle,
  cartonStates,
  deleteCartons,
  exportCartons,
  getCartons,
  getCartonTotals,
  sealCartons,
  unsealCartons,
} from '@xunyun/contract/warehouse/shipping/cartons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { usePrint } from '../../printing/index.ts'
import { PrefixForm } from './PrefixForm.tsx'
import { cartonColumns } from './packingColumns.tsx'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'

/** Every carton, open, sealed, gone or taken apart. */
export function CartonList({ choose, onOpen }: { choose: ReactNode; onOpen: (no: string) => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const may = useRight('encasement')
  const [prefixing, setPrefixing] = useState(false)
  const [unsealing, setUnsealing] = useOpen<readonly CartonRow[]>()
  const list = useList({ call: getCartons, totals: getCartonTotals, exportCall: exportCartons, name: 'cartons' })
  const common = { refresh: outboundPaths, onDone: list.clear }
  const seal = useBatch(sealCartons, { title: t('act.seal'), ...common })
  const unseal = useBatch(unsealCartons, { title: t('act.unseal'), ...common })
  const remove = useBatch(deleteCartons, { title: t('act.deleteCarton'), ...common })
  const counts = list.totals?.tabs
  const print = usePrint()
  const label = (rows: readonly CartonRow[]): BatchAction[] => {
    const labelled = rows.filter(({ state }) => print.may && state !== 'unpacked')
    if (labelled.length === 0) return []
    const sheets = labelled.map(({ id, cartonNo }) => ({ id, no: cartonNo, pieces: 1 }))
    return [{ key: 'label', label: t('act.printLabel'), onClick: () => print.open('carton', sheets) }]
  }
  const can = (action: CartonAction, row: CartonRow): boolean => {
    const holds = action === 'unseal' || action === 'delete' ? may.approve : may.edit
    if (!holds || !canStart(cartonLifecycle, action, row.state)) return false
    if (action === 'seal') return row.weight !== null && Number(row.qty) > 0
    if (action === 'delete') return Number(row.qty) === 0
    return true
  }
  const sealAll = (rows: readonly CartonRow[]) =>
    void seal.run({ cartons: rows.map(({ id }) => ({ id, sealNo: undefined })) }).catch(() => undefined)
  const removeAll = (rows: readonly CartonRow[]) =>
    void remove.run({ ids: rows.map(({ id }) => id) }).catch(() => undefined)
  const actions = (row: CartonRow): RowAction[] => [
    {
      key: 'open',
      label: t(may.edit && row.state === 'open' ? 'act.pack' : 'act.open'),
      onClick: () => onOpen(row.cartonNo),
    },
    ...(can('seal', row) ? [{ key: 'seal', label: t('act.seal'), onClick: () => sealAll([row]) }] : []),
    ...label([row]),
    ...(can('unseal', row)
      ? [{ key: 'unseal', label: t('act.unseal'), danger: true, onClick: () => setUnsealing([row]) }]
      : []),
    ...(can('delete', row)
      ? [{ key: 'delete', label: t('act.deleteCarton'), danger: true, onClick: () => removeAll([row]) }]
      : []),
  ]
  const batch = (rows: readonly CartonRow[]): BatchAction[] => {
    const sealable = rows.filter((row) => can('seal', row))
    return [
      ...(sealable.length > 0 ? [{ key: 'seal', label: t('act.seal'), onClick: () => sealAll(sealable) }] : []),
      ...label(rows),
    ]
  }
  return (
    <div className={styles.page}>
      {print.begun('carton')}
      <div className={styles.list}>
        <ListPage
          list={list}
          label={t('carton.list')}
          columns={cartonColumns}
          tabs={
            <StateTabs
              label={t('field.state')}
              value={list.filter.tab}
              onChange={(tab) => list.setFilter({ tab })}
              tabs={[
                { value: undefined, label: t('tab.all') },
                ...cartonStates.map((tab) => ({
                  value: tab,
                  label: wordFor('cartonState', tab, language),
                  count: counts?.[tab],
                })),
              ]}
            />
          }
          filters={
            <>
              <SearchInput {...list.field('q')} placeholder={t('carton.q')} />
              <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
              <LookupFilter
                {...list.field('ownerId')}
                label={t('field.ownerName')}
                call={getOwnerChoices}
                width={200}
              />
              <DayRangeFilter {...list.range('requiredFrom', 'requiredTo')} label={t('field.requiredAt')} />
            </>
          }
          primary={
            <>
              {choose}
              {may.approve && <Button onClick={() => setPrefixing(true)}>{t('prefix.title')}</Button>}
            </>
          }
          actions={actions}
          batch={batch}
          isVoid={(row) => row.state === 'unpacked'}
          onOpen={(row) => onOpen(row.cartonNo)}
          empty={<Empty title={t('carton.none')} />}
        />
      </div>
      {print.dialog}
      {prefixing && <PrefixForm onClose={() => setPrefixing(false)} />}
      {unsealing !== null && (
        <ReasonDialog
          title={`${t('act.unseal')} ${unsealing[0]?.cartonNo ?? ''}`}
          text={t('reason.unseal')}
          yes={t('act.unseal')}
          danger
          onClose={() => setUnsealing(null)}
          onSubmit={(reason) => unseal.run({ ids: unsealing.map(({ id }) => id), reason })}
        />
      )}
    </div>
  )
}
