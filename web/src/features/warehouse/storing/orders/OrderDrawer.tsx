import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getStockOrder, getStockOrderHistory, type StockOrderDetail } from '@xunyun/contract/warehouse/storing/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { q } from '../../../../shared/api/query.ts'
import { Facts } from '../../../../shared/detail/Facts.tsx'
import { History } from '../../../../shared/detail/History.tsx'
import { LinesTable, Two } from '../../../../shared/detail/LinesTable.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { StateTabs } from '../../../../shared/list/StateTabs.tsx'
import { useRight } from '../../../../shared/session/session.ts'
import { dateTime, dotted, figure } from '../../../../shared/ui/format.ts'
import { LoadError } from '../../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../../../shared/ui/Skeleton.tsx'
import { StateTag } from '../../../../shared/ui/StateTag.tsx'
import styles from './Orders.module.css'
import { isVoid, orderTones } from './orderColumns.tsx'
import { useStockOrderHistory } from './orderHistory.ts'

type View = 'lines' | 'history'

/** One order: what it did to which goods, why, and its timeline. */
export function OrderDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const language = useLanguage()
  const { data, error, refetch } = useQuery(q(getStockOrder, { id }))
  return (
    <Sheet
      width={880}
      onClose={onClose}
      title={
        <span className={styles.head}>
          {data?.orderNo}
          {data && (
            <StateTag tone={orderTones[data.state]} struck={isVoid(data)}>
              {wordFor('stockOrderState', data.state, language)}
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

function Body({ order }: { order: StockOrderDetail }) {
  const history = useStockOrderHistory()
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const maySeeMoves = useRight('serialInfo').browse
  const [view, setView] = useState<View>('lines')
  return (
    <>
      <Facts
        columns={4}
        facts={[
          { label: t('order.type'), value: wordFor('stockOrderType', order.type, language) },
          { label: t('order.reason'), value: wordFor('stockReason', order.reason, language) },
          { label: t('warehouse/ledger:column.warehouseName'), value: order.warehouseName },
          { label: t('warehouse/ledger:column.ownerName'), value: order.ownerName },
          { label: t('order.createdBy'), value: order.createdByName },
          { label: t('order.createdAt'), value: dateTime(order.createdAt) },
          { label: t('order.doneBy'), value: order.doneByName },
          { label: t('order.doneAt'), value: order.doneAt && dateTime(order.doneAt) },
          ...(order.remark ? [{ label: t('order.remark'), value: order.remark, span: 4 }] : []),
          ...(order.cancelReason ? [{ label: t('order.cancelReason'), value: order.cancelReason, span: 4 }] : []),
          ...(maySeeMoves && order.doneAt !== null
            ? [
                {
                  label: t('warehouse/ledger:move.list'),
                  value: (
                    <Link to={`${pathTo('serialInfo')}?q=${order.orderNo}`}>{t('warehouse/ledger:act.moves')}</Link>
                  ),
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
            { value: 'lines', label: t('order.lines'), count: order.lineCount },
            { value: 'history', label: t('order.timeline') },
          ]}
        />
      </div>
      {view === 'lines' ? <Lines order={order} /> : <History call={getStockOrderHistory} id={order.id} {...history} />}
    </>
  )
}

function Lines({ order }: { order: StockOrderDetail }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  return (
    <LinesTable
      label={t('order.lines')}
      rows={order.lines}
      columns={[
        ['#', (_, index) => index + 1],
        [
          t('order.from'),
          (line) => (
            <Two first={line.fromLocation} below={dotted(line.containerCode, line.whole && t('order.whole'))} />
          ),
        ],
        [t('order.to'), (line) => line.toLocation],
        [
          t('warehouse/ledger:column.itemNo'),
          (line) => <Two first={line.itemNo} below={dotted(line.itemName, line.ownerName)} />,
        ],
        [t('warehouse/ledger:column.batchNo'), (line) => line.batchNo],
        [
          t('warehouse/ledger:column.quality'),
          ({ quality, toQuality }) =>
            [quality, toQuality].flatMap((one) => (one ? wordFor('quality', one, language) : [])).join(' → '),
        ],
        [t('order.qty'), (line) => `${figure(line.qty)} ${wordFor('unit', line.baseUnit, language)}`, 'right'],
        [t('warehouse/ledger:column.serials'), (line) => line.serials.join(' ')],
      ]}
    />
  )
}
