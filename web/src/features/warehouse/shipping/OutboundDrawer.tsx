import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  getOutboundHistory,
  getOutboundNotice,
  type OutboundDetail,
  reverseShipment,
  type ShipmentRow,
} from '@xunyun/contract/warehouse/shipping/notices'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { Attachments } from '../../../shared/detail/Attachments.tsx'
import { Facts } from '../../../shared/detail/Facts.tsx'
import lines from '../../../shared/detail/Lines.module.css'
import { type LinesColumn, LinesTable, numbered, Two } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordTabs } from '../../../shared/detail/RecordSheet.tsx'
import { LineQty, Serials } from '../../../shared/goods/cells.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { Flags, StateTag } from '../../../shared/ui/StateTag.tsx'
import { noticeMarks, noticeTones, stateWords } from './noticeColumns.tsx'
import { OutboundHistory } from './OutboundHistory.tsx'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'
import { Shortage } from './Shortage.tsx'

type Props = { id: number; actionsOf: (notice: OutboundDetail) => RowAction[]; onClose: () => void }

/** One notice: what was ordered, where its goods stand, what is missing and who holds it, and what has left. */
export function OutboundDrawer({ id, actionsOf, onClose }: Props) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const notice = useQuery(q(getOutboundNotice, { id }))
  return (
    <RecordSheet
      of={notice}
      width={1040}
      onClose={onClose}
      title={notice.data?.noticeNo}
      state={(notice) => (
        <>
          <StateTag tone={noticeTones[notice.state]} struck={notice.state === 'cancelled'}>
            {stateWords(notice) === null ? wordFor('outboundState', notice.state, language) : t('state.partShipped')}
          </StateTag>
          <Flags of={noticeMarks(notice)} />
        </>
      )}
      footer={(notice) => actButtons({ actions: actionsOf(notice), only: ['allocate'], primary: ['allocate'] })}
    >
      {(notice) => <Body notice={notice} />}
    </RecordSheet>
  )
}

function Body({ notice }: { notice: OutboundDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const mayWork = useRight('outboundWork').edit
  const mayPick = useRight('outBound').browse
  const isOver = notice.state === 'shipped' || notice.state === 'cancelled'
  const missing = !isOver && notice.lines.some(({ open }) => compareDecimal(open, '0') > 0)
  const seesShortage = missing && !isCustomer && (mayWork || mayPick)
  return (
    <>
      <Facts
        columns={4}
        facts={[
          { label: t('field.ownerName'), value: notice.ownerName },
          { label: t('field.warehouse'), value: notice.warehouseName },
          { label: t('field.type'), value: wordFor('outboundType', notice.type, language) },
          { label: t('field.customerOrderNo'), value: notice.customerOrderNo },
          {
            label: t('field.consigneeName'),
            value: [notice.consigneeCompany, notice.consigneeName, notice.consigneePhone].filter(Boolean).join(' '),
            span: 2,
          },
          {
            label: t('field.address'),
            value: [notice.regionName, notice.address].filter(Boolean).join(' '),
            span: 2,
          },
          { label: t('field.requiredAt'), value: notice.requiredAt && dateTime(notice.requiredAt) },
          !isCustomer && { label: t('field.carrier'), value: notice.carrierName },
          { label: t('field.qty'), value: figure(notice.qty) },
          { label: t('field.weight'), value: `${figure(notice.weight)} kg` },
          notice.waybillNo && {
            label: t('field.waybillNo'),
            value: <Link to={pathTo('waybill', { no: notice.waybillNo })}>{notice.waybillNo}</Link>,
          },
          notice.intercepted &&
            notice.interceptReason && {
              label: t('mark.interceptedTitle'),
              value: notice.interceptReason,
              span: 4,
            },
          notice.cancelReason && { label: t('field.cancelReason'), value: notice.cancelReason, span: 4 },
          notice.remark && { label: t('field.remark'), value: notice.remark, span: 4 },
        ]}
      />
      <RecordTabs
        label={t('notice.list')}
        panes={[
          { key: 'lines', label: t('view.lines'), count: notice.lineCount, pane: <Lines notice={notice} /> },
          !isCustomer && {
            key: 'places',
            label: t('view.places'),
            count: notice.allocations.length,
            pane: <Places notice={notice} />,
          },
          seesShortage && {
            key: 'shortage',
            label: t('view.shortage'),
            tone: 'red',
            pane: <Shortage noticeId={notice.id} />,
          },
          {
            key: 'shipments',
            label: t('view.shipments'),
            count: notice.shipments.length,
            pane: <Shipments notice={notice} />,
          },
          !isCustomer && {
            key: 'files',
            label: t('view.files'),
            pane: <Attachments entity="outboundNotice" entityId={notice.id} />,
          },
          {
            key: 'history',
            label: t('view.history'),
            pane: <OutboundHistory call={getOutboundHistory} id={notice.id} />,
          },
        ]}
      />
    </>
  )
}

const figures = ['allocated', 'picked', 'packed', 'shipped', 'closed', 'open'] as const

function Lines({ notice }: { notice: OutboundDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const isOver = notice.state === 'cancelled'
  return (
    <LinesTable
      label={t('lines.title')}
      rows={notice.lines}
      columns={[
        numbered,
        [t('field.itemNo'), (line) => <Two first={line.itemNo} below={line.itemName} />],
        [
          t('field.batchNo'),
          (line) => line.batchNo ?? (line.expiryAfter && `${t('field.expiryAfter')} ${line.expiryAfter}`),
        ],
        [t('field.quality'), (line) => wordFor('quality', line.quality, language)],
        [t('field.qty'), (line) => <LineQty {...line} />, 'right'],
        ...figures.map(
          (key): LinesColumn<(typeof notice.lines)[number]> => [
            t(`field.${key}`),
            (line) =>
              key === 'open' && !isOver && compareDecimal(line.open, '0') > 0 ? (
                <span className={styles.missing}>{figure(line.open)}</span>
              ) : (
                figure(line[key])
              ),
            'right',
          ],
        ),
        [t('field.unit'), (line) => wordFor('unit', line.baseUnit, language)],
      ]}
    />
  )
}

/** Where the goods of the notice stand now. */
function Places({ notice }: { notice: OutboundDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const mayPick = useRight('outBound').browse
  return (
    <LinesTable
      label={t('view.places')}
      none={t('places.none')}
      rows={notice.allocations}
      columns={[
        [t('field.itemNo'), (row) => <Two first={row.itemNo} below={row.itemName} />],
        [t('field.batchNo'), (row) => row.batchNo],
        [t('field.expiry'), (row) => row.expiry],
        [t('field.state'), (row) => wordFor('allocationState', row.state, language)],
        [t('field.location'), (row) => row.locationCode],
        [t('field.containerCode'), (row) => row.containerCode],
        [t('field.quantity'), (row) => `${figure(row.qty)} ${wordFor('unit', row.baseUnit, language)}`, 'right'],
        [
          t('field.taskNo'),
          ({ taskNo }) =>
            taskNo !== null && mayPick ? (
              <Link to={`${pathTo('outBound')}?task=${encodeURIComponent(taskNo)}`}>{taskNo}</Link>
            ) : (
              taskNo
            ),
        ],
        [t('field.serials'), (row) => <Serials of={row.serials} />],
      ]}
    />
  )
}

function Shipments({ notice }: { notice: OutboundDetail }) {
  const { t } = useTranslation('warehouse/shipping')
  const [reversing, setReversing] = useState<ShipmentRow | null>(null)
  const reverse = useAction(reverseShipment, {
    refresh: [...outboundPaths, '/api/Waybills/'],
    success: t('ship.reversed'),
  })
  return (
    <>
      <LinesTable
        label={t('view.shipments')}
        none={t('ship.none')}
        rows={notice.shipments}
        isVoid={({ reversedAt }) => reversedAt !== null}
        columns={[
          [t('field.at'), (row) => dateTime(row.at)],
          [t('field.by'), (row) => row.byName],
          [t('field.quantity'), (row) => figure(row.qty), 'right'],
          [
            t('field.waybillNo'),
            ({ waybillNo }) => waybillNo && <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>,
          ],
          [
            null,
            (row) =>
              row.reversedAt !== null ? (
                <span className={lines.quiet}>
                  {t('ship.wasReversed', {
                    name: row.reversedByName ?? '',
                    at: dateTime(row.reversedAt),
                    reason: row.reverseReason ?? '',
                  })}
                </span>
              ) : isAble(notice, 'reverse') ? (
                <Button size="small" type="link" danger onClick={() => setReversing(row)}>
                  {t('act.reverse')}
                </Button>
              ) : (
                <span />
              ),
          ],
        ]}
      />
      {reversing && (
        <ReasonDialog
          title={`${t('act.reverse')} ${notice.noticeNo}`}
          text={t('reason.reverse')}
          yes={t('act.reverse')}
          danger
          onClose={() => setReversing(null)}
          onSubmit={(reason) => reverse.run({ shipmentId: reversing.id, reason })}
        />
      )}
    </>
  )
}
