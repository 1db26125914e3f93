import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getKitOrder, getKitOrderHistory, type KitOrderDetail } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { History } from '../../../shared/detail/History.tsx'
import { LinesTable } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { isVoid, orderTones } from './kitColumns.tsx'
import { useKitOrderHistory } from './kitHistory.ts'
import { Places, usePartColumns } from './partCells.tsx'

/** One order: what of which goods went where, and its timeline. */
export function KitOrderDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const order = useQuery(q(getKitOrder, { id }))
  return (
    <RecordSheet
      of={order}
      width={880}
      onClose={onClose}
      title={order.data?.orderNo}
      state={(order) => (
        <RecordState words="kitOrderState" of={order.state} tones={orderTones} struck={isVoid(order)} />
      )}
    >
      {(order) => <Body order={order} />}
    </RecordSheet>
  )
}

function Body({ order }: { order: KitOrderDetail }) {
  const history = useKitOrderHistory()
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  const maySeeMoves = useRight('serialInfo').browse
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
          order.fromLocation !== null && { label: t('order.from'), value: order.fromLocation },
          { label: t(order.kind === 'assemble' ? 'order.setsTo' : 'order.partsTo'), value: order.toLocation },
          { label: t('field.batchNo'), value: order.batchNo },
          { label: t('field.expiry'), value: order.expiry },
          { label: t('order.createdBy'), value: order.createdByName },
          { label: t('field.createdAt'), value: dateTime(order.createdAt) },
          { label: t('order.doneBy'), value: order.doneByName },
          { label: t('order.doneAt'), value: order.doneAt && dateTime(order.doneAt) },
          order.serials.length > 0 && { label: t('field.setSerials'), value: order.serials.join(' '), span: 4 },
          order.remark && { label: t('field.remark'), value: order.remark, span: 4 },
          order.voidReason && { label: t('order.voidReason'), value: order.voidReason, span: 4 },
          maySeeMoves &&
            order.doneAt !== null && {
              label: t('order.ledger'),
              value: <Link to={`${pathTo('serialInfo')}?q=${order.orderNo}`}>{t('order.moves')}</Link>,
            },
        ]}
      />
      <RecordTabs
        label={t('order.list')}
        panes={[
          { key: 'lines', label: t('field.parts'), count: order.lines.length, pane: <Lines order={order} /> },
          {
            key: 'history',
            label: t('order.timeline'),
            pane: <History call={getKitOrderHistory} id={order.id} {...history} />,
          },
        ]}
      />
    </>
  )
}

function Lines({ order }: { order: KitOrderDetail }) {
  const { t } = useTranslation('warehouse/kitting')
  const part = usePartColumns(t('order.qty'))
  return (
    <LinesTable
      label={t('field.parts')}
      rows={order.lines}
      columns={[
        ...part,
        [
          t(order.kind === 'assemble' ? 'order.from' : 'field.putTo'),
          ({ moves }) => moves.length > 0 && <Places of={moves} />,
        ],
        [t('field.serials'), (line) => line.serials.join(' ')],
      ]}
    />
  )
}
