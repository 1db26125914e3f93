import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getKitOrder, getKitOrderHistory, type KitOrderDetail } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { History } from '../../../shared/detail/History.tsx'
import table from '../../../shared/detail/Lines.module.css'
import { LinesTable, Two } from '../../../shared/detail/LinesTable.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useRight } from '../../../shared/session/session.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import styles from './Kitting.module.css'
import { isVoid, orderTones } from './kitColumns.tsx'
import { useKitOrderHistory } from './kitHistory.ts'

type View = 'lines' | 'history'

/** One order: what of which goods went where, and its timeline. */
export function KitOrderDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const language = useLanguage()
  const { data, error, refetch } = useQuery(q(getKitOrder, { id }))
  return (
    <Sheet
      width={880}
      onClose={onClose}
      title={
        <span className={styles.head}>
          {data?.orderNo}
          {data && (
            <StateTag tone={orderTones[data.state]} struck={isVoid(data)}>
              {wordFor('kitOrderState', data.state, language)}
            </StateTag>
          )}
        </span>
      }
    >
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data ? (
        <Body order={data} />
      ) : (
        <PageSkeleton />
      )}
    </Sheet>
  )
}

function Body({ order }: { order: KitOrderDetail }) {
  const history = useKitOrderHistory()
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  const maySeeMoves = useRight('serialInfo').browse
  const [view, setView] = useState<View>('lines')
  const unit = wordFor('unit', order.baseUnit, language)
  return (
    <>
      <Facts
        columns={4}
        facts={[
          { label: t('order.kind'), value: wordFor('kitOrderKind', order.kind, language) },
          { label: t('field.set'), value: `${order.itemNo} ${order.itemName}`, span: 2 },
          { label: t('order.qty'), value: `${figure(order.qty)} ${unit}` },
          { label: t('field.warehouse'), value: order.warehouseName },
          { label: t('field.ownerName'), value: order.ownerName },
          ...(order.fromLocation === null ? [] : [{ label: t('order.from'), value: order.fromLocation }]),
          { label: t(order.kind === 'assemble' ? 'order.setsTo' : 'order.partsTo'), value: order.toLocation },
          { label: t('field.batchNo'), value: order.batchNo },
          { label: t('field.expiry'), value: order.expiry },
          { label: t('order.createdBy'), value: order.createdByName },
          { label: t('field.createdAt'), value: dateTime(order.createdAt) },
          { label: t('order.doneBy'), value: order.doneByName },
          { label: t('order.doneAt'), value: order.doneAt && dateTime(order.doneAt) },
          ...(order.serials.length > 0
            ? [{ label: t('field.setSerials'), value: order.serials.join(' '), span: 4 as const }]
            : []),
          ...(order.remark ? [{ label: t('field.remark'), value: order.remark, span: 4 as const }] : []),
          ...(order.voidReason ? [{ label: t('order.voidReason'), value: order.voidReason, span: 4 as const }] : []),
          ...(maySeeMoves && order.doneAt !== null
            ? [
                {
                  label: t('order.ledger'),
                  value: <Link to={`${pathTo('serialInfo')}?q=${order.orderNo}`}>{t('order.moves')}</Link>,
                },
              ]
            : []),
        ]}
      />
      <div className={styles.tabs}>
        <StateTabs<View>
          label={t('order.list')}
          value={view}
          onChange={(next) => setView(next ?? 'lines')}
          tabs={[
            { value: 'lines', label: t('field.parts'), count: order.lines.length },
            { value: 'history', label: t('order.timeline') },
          ]}
        />
      </div>
      {view === 'lines' ? <Lines order={order} /> : <History call={getKitOrderHistory} id={order.id} {...history} />}
    </>
  )
}

function Lines({ order }: { order: KitOrderDetail }) {
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  return (
    <LinesTable
      label={t('field.parts')}
      rows={order.lines}
      columns={[
        [t('field.part'), (line) => <Two first={line.itemNo} below={line.name} />],
        [t('field.qtyPer'), (line) => figure(line.qtyPer), 'right'],
        [
          t('order.qty'),
          (line) => (
            <>
              {figure(line.qty)} <span className={table.quiet}>{wordFor('unit', line.baseUnit, language)}</span>
            </>
          ),
          'right',
        ],
        [
          t(order.kind === 'assemble' ? 'order.from' : 'field.putTo'),
          ({ moves }) =>
            moves.length > 0 && (
              <ul className={styles.takes}>
                {moves.map((move, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: moves of the ledger never change
                  <li key={at}>
                    {move.locationCode} × {figure(move.qty)}{' '}
                    <small>{[move.containerCode, move.batchNo, move.expiry].filter(Boolean).join(' · ')}</small>
                  </li>
                ))}
              </ul>
            ),
        ],
        [t('field.serials'), (line) => line.serials.join(' ')],
      ]}
    />
  )
}
