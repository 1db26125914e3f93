import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  type CartonRow,
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
import { useActs } from '../../../shared/action/useActs.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
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
  const list = useList({ call: getCartons, totals: getCartonTotals, exportCall: exportCartons, name: 'cartons' })
  const seal = useBatch(sealCartons, { title: t('act.seal'), refresh: outboundPaths, onDone: list.acted })
  const print = usePrint()
  const label = (rows: readonly CartonRow[]) => {
    const labelled = rows.filter(({ state }) => print.may && state !== 'unpacked')
    if (labelled.length === 0) return []
    const sheets = labelled.map(({ id, cartonNo }) => ({ id, no: cartonNo, pieces: 1 }))
    return [{ key: 'label', label: t('act.printLabel'), onClick: () => print.open('carton', sheets) }]
  }
  const acts = useActs<CartonRow>({
    refresh: outboundPaths,
    onDone: list.acted,
    word: (key) => t(key === 'delete' ? 'act.deleteCarton' : `act.${key}`),
    nameOf: ({ cartonNo }) => cartonNo,
    acts: {
      moreOpen: ([row], single) => {
        if (!single || !row) return []
        const word = isAble(row, 'pack') ? t('act.pack') : t('act.open')
        return [{ key: 'open', label: word, onClick: () => onOpen(row.cartonNo) }]
      },
      seal: { open: (rows) => seal.run({ cartons: rows.map(({ id }) => ({ id, sealNo: undefined })) }) },
      moreLabel: label,
      unseal: { single: true, call: unsealCartons, reason: t('reason.unseal'), danger: true },
      delete: { single: true, call: deleteCartons, danger: true },
    },
  })
  return (
    <div className={styles.page}>
      {print.begun('carton')}
      <div className={styles.list}>
        <ListPage
          list={list}
          label={t('carton.list')}
          columns={cartonColumns}
          tabs={
            <ListTabs
              list={list}
              label={t('field.state')}
              tabs={cartonStates}
              word={(tab) => wordFor('cartonState', tab, language)}
              all={t('tab.all')}
              allFirst
              overlapping
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
          actions={acts.row}
          batch={acts.batch}
          isVoid={(row) => row.state === 'unpacked'}
          onOpen={(row) => onOpen(row.cartonNo)}
          empty={<Empty title={t('carton.none')} />}
        />
      </div>
      {print.dialog}
      {acts.dialogs}
      {prefixing && <PrefixForm onClose={() => setPrefixing(false)} />}
    </div>
  )
}
