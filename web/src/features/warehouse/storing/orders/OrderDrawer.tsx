import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getStockOrder, getStockOrderHistory, type StockOrderDetail } from '@xunyun/contract/warehouse/storing/orders'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { q } from '../../../../shared/api/query.ts'
import { Facts } from '../../../../shared/detail/Facts.tsx'
import { History } from '../../../../shared/detail/History.tsx'
import { LinesTable, numbered, Two } from '../../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../../shared/session/session.ts'
import { dateTime, dotted, figure } from '../../../../shared/ui/format.ts'
import { isVoid, orderTones } from './orderColumns.tsx'
import { useStockOrderHistory } from './orderHistory.ts'

/** One order: what it did to which goods, why, and its timeline. */
export function OrderDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const order = useQuery(q(getStockOrder, { id }))
  return (
    <RecordSheet
      of={order}
      width={880}
      onClose={onClose}
      title={order.data?.orderNo}
      state={(order) => (
        <RecordState words="stockOrderState" of={order.state} tones={orderTones} struck={isVoid(order)} />
      )}
    >
      {(order) => <Body order={order} />}
    </RecordSheet>
  )
}

function Body({ order }: { order: StockOrderDetail }) {
  const history = useStockOrderHistory()
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const maySeeMoves = useRight('serialInfo').browse
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
          order.remark && { label: t('order.remark'), value: order.remark, span: 4 },
          order.cancelReason && { label: t('order.cancelReason'), value: order.cancelReason, span: 4 },
          maySeeMoves &&
            order.doneAt !== null && {
              label: t('warehouse/ledger:move.list'),
              value: <Link to={`${pathTo('serialInfo')}?q=${order.orderNo}`}>{t('warehouse/ledger:act.moves')}</Link>,
            },
        ]}
      />
      <RecordTabs
        label={t('order.list')}
        panes={[
          { key: 'lines', label: t('order.lines'), count: order.lineCount, pane: <Lines order={order} /> },
          {
            key: 'history',
            label: t('order.timeline'),
            pane: <History call={getStockOrderHistory} id={order.id} {...history} />,
          },
        ]}
      />
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
        numbered,
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
