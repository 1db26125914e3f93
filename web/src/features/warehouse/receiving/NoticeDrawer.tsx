import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getNotice, getNoticeHistory, type NoticeDetail } from '@xunyun/contract/warehouse/receiving/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { q } from '../../../shared/api/query.ts'
import { Attachments } from '../../../shared/detail/Attachments.tsx'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { History } from '../../../shared/detail/History.tsx'
import { LinesTable, numbered, Two } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../../shared/detail/RecordSheet.tsx'
import { LineQty } from '../../../shared/goods/cells.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { Flags } from '../../../shared/ui/StateTag.tsx'
import { marksOf, noticeTones } from './noticeColumns.tsx'
import { useNoticeHistory } from './noticeHistory.ts'
import { receiptTones } from './receiptColumns.tsx'

type Props = { id: number; actionsOf: (notice: NoticeDetail) => RowAction[]; onClose: () => void }

/** One notice: what was announced, what came of it, its papers and its timeline. */
export function NoticeDrawer({ id, actionsOf, onClose }: Props) {
  const notice = useQuery(q(getNotice, { id }))
  return (
    <RecordSheet
      of={notice}
      width={960}
      onClose={onClose}
      title={notice.data?.noticeNo}
      state={(notice) => (
        <>
          <RecordState words="inboundState" of={notice.state} tones={noticeTones} />
          <Flags of={marksOf(notice)} />
        </>
      )}
      footer={(notice) => actButtons({ actions: actionsOf(notice), only: ['receive'], primary: ['receive'] })}
    >
      {(notice) => <Body notice={notice} />}
    </RecordSheet>
  )
}

function Body({ notice }: { notice: NoticeDetail }) {
  const history = useNoticeHistory()
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  return (
    <>
      <Facts
        columns={4}
        facts={[
          { label: t('field.ownerName'), value: notice.ownerName },
          { label: t('field.warehouse'), value: notice.warehouseName },
          { label: t('field.type'), value: wordFor('inboundType', notice.type, language) },
          { label: t('field.customerOrderNo'), value: notice.customerOrderNo },
          { label: t('field.eta'), value: notice.eta && dateTime(notice.eta) },
          { label: t('field.vehicleNo'), value: notice.vehicleNo },
          { label: t('field.qty'), value: figure(notice.qty) },
          { label: t('field.waiting'), value: isCustomer ? null : figure(notice.waiting) },
          notice.cancelReason && { label: t('field.cancelReason'), value: notice.cancelReason, span: 4 },
          notice.remark && { label: t('field.remark'), value: notice.remark, span: 4 },
        ]}
      />
      <RecordTabs
        label={t('notice.list')}
        panes={[
          { key: 'lines', label: t('view.lines'), count: notice.lineCount, pane: <Lines notice={notice} /> },
          !isCustomer && {
            key: 'receipts',
            label: t('view.receipts'),
            count: notice.receipts.length,
            pane: <Receipts notice={notice} />,
          },
          !isCustomer && {
            key: 'files',
            label: t('view.files'),
            pane: <Attachments entity="inboundNotice" entityId={notice.id} />,
          },
          {
            key: 'history',
            label: t('view.history'),
            pane: <History call={getNoticeHistory} id={notice.id} {...history} />,
          },
        ]}
      />
    </>
  )
}

function Lines({ notice }: { notice: NoticeDetail }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  return (
    <LinesTable
      label={t('lines.title')}
      rows={notice.lines}
      columns={[
        numbered,
        [t('field.itemNo'), (line) => <Two first={line.itemNo} below={line.itemName} />],
        [t('field.batchNo'), (line) => line.batchNo],
        [t('field.expiry'), (line) => line.expiry],
        [t('field.quality'), (line) => wordFor('quality', line.quality, language)],
        [t('field.qty'), (line) => <LineQty {...line} />, 'right'],
        [t('field.received'), (line) => figure(line.received), 'right'],
        [t('field.damaged'), (line) => figure(line.damaged), 'right'],
        [t('field.short'), (line) => figure(line.short), 'right'],
        [t('field.open'), (line) => figure(line.open), 'right'],
        [t('field.unit'), (line) => wordFor('unit', line.baseUnit, language)],
      ]}
    />
  )
}

function Receipts({ notice }: { notice: NoticeDetail }) {
  const { t } = useTranslation('warehouse/receiving')
  const may = useRight('receive')
  return (
    <LinesTable
      label={t('view.receipts')}
      none={t('receipts.none')}
      rows={notice.receipts}
      columns={[
        [
          null,
          ({ receiptNo }) =>
            may.browse ? (
              <Link to={`${pathTo('receive')}?receipt=${encodeURIComponent(receiptNo)}`}>{receiptNo}</Link>
            ) : (
              receiptNo
            ),
        ],
        [null, ({ state }) => <RecordState words="receiptState" of={state} tones={receiptTones} />],
        [null, ({ receivedAt }) => receivedAt && dateTime(receivedAt)],
      ]}
    />
  )
}
