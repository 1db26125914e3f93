import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getNotice, getNoticeHistory, type NoticeDetail } from '@xunyun/contract/warehouse/receiving/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { q } from '../../../shared/api/query.ts'
import { Attachments } from '../../../shared/detail/Attachments.tsx'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { History } from '../../../shared/detail/History.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { Flag, StateTag } from '../../../shared/ui/StateTag.tsx'
import { marksOf, noticeTones } from './noticeColumns.tsx'
import { useNoticeHistory } from './noticeHistory.ts'
import styles from './Receiving.module.css'
import { receiptTones } from './receiptColumns.tsx'

type Props = { id: number; actionsOf: (notice: NoticeDetail) => RowAction[]; onClose: () => void }
type View = 'lines' | 'receipts' | 'files' | 'history'

/** One notice: what was announced, what came of it, its papers and its timeline. */
export function NoticeDrawer({ id, actionsOf, onClose }: Props) {
  const language = useLanguage()
  const { data, error, refetch } = useQuery(q(getNotice, { id }))
  return (
    <Sheet
      width={960}
      onClose={onClose}
      title={
        <span className={styles.head}>
          {data?.noticeNo}
          {data && (
            <StateTag tone={noticeTones[data.state]} struck={data.state === 'cancelled'}>
              {wordFor('inboundState', data.state, language)}
            </StateTag>
          )}
          {data &&
            marksOf(data).map(({ mark, tone, title }) => (
              <Flag key={mark} tone={tone} title={title}>
                {mark}
              </Flag>
            ))}
        </span>
      }
      footer={data && actButtons({ actions: actionsOf(data), only: ['receive'], primary: ['receive'] })}
    >
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data ? (
        <Body notice={data} />
      ) : (
        <PageSkeleton />
      )}
    </Sheet>
  )
}

function Body({ notice }: { notice: NoticeDetail }) {
  const history = useNoticeHistory()
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const [view, setView] = useState<View>('lines')
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
          ...(notice.cancelReason ? [{ label: t('field.cancelReason'), value: notice.cancelReason, span: 4 }] : []),
          ...(notice.remark ? [{ label: t('field.remark'), value: notice.remark, span: 4 }] : []),
        ]}
      />
      <div className={styles.tabs}>
        <StateTabs<View>
          label={t('notice.list')}
          value={view}
          onChange={(next) => setView(next ?? 'lines')}
          tabs={[
            { value: 'lines', label: t('view.lines'), count: notice.lineCount },
            ...(isCustomer
              ? []
              : [
                  { value: 'receipts' as const, label: t('view.receipts'), count: notice.receipts.length },
                  { value: 'files' as const, label: t('view.files') },
                ]),
            { value: 'history', label: t('view.history') },
          ]}
        />
      </div>
      {view === 'lines' && <Lines notice={notice} />}
      {view === 'receipts' && <Receipts notice={notice} />}
      {view === 'files' && <Attachments entity="inboundNotice" entityId={notice.id} />}
      {view === 'history' && <History call={getNoticeHistory} id={notice.id} {...history} />}
    </>
  )
}

function Lines({ notice }: { notice: NoticeDetail }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  return (
    <div className={styles.frame}>
      <table className={styles.lines} aria-label={t('lines.title')}>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('field.itemNo')}</th>
            <th>{t('field.batchNo')}</th>
            <th>{t('field.expiry')}</th>
            <th>{t('field.quality')}</th>
            <th className={styles.right}>{t('field.qty')}</th>
            <th className={styles.right}>{t('field.received')}</th>
            <th className={styles.right}>{t('field.damaged')}</th>
            <th className={styles.right}>{t('field.short')}</th>
            <th className={styles.right}>{t('field.open')}</th>
            <th>{t('field.unit')}</th>
          </tr>
        </thead>
        <tbody>
          {notice.lines.map((line, index) => (
            <tr key={line.id}>
              <td className={styles.quiet}>{index + 1}</td>
              <td className={styles.goods}>
                <b>{line.itemNo}</b>
                <small>{line.itemName}</small>
              </td>
              <td>{line.batchNo ?? '—'}</td>
              <td>{line.expiry ?? '—'}</td>
              <td>{wordFor('quality', line.quality, language)}</td>
              <td className={styles.right}>
                {figure(line.qty)}
                {line.unit !== line.baseUnit && (
                  <span className={styles.quiet}>
                    {' '}
                    ({figure(line.unitQty)} {wordFor('unit', line.unit, language)})
                  </span>
                )}
              </td>
              <td className={styles.right}>{figure(line.received)}</td>
              <td className={styles.right}>{figure(line.damaged)}</td>
              <td className={styles.right}>{figure(line.short)}</td>
              <td className={styles.right}>{figure(line.open)}</td>
              <td>{wordFor('unit', line.baseUnit, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Receipts({ notice }: { notice: NoticeDetail }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const may = useRight('receive')
  if (notice.receipts.length === 0) return <p className={styles.nothing}>{t('receipts.none')}</p>
  return (
    <div className={styles.frame}>
      <table className={styles.lines} aria-label={t('view.receipts')}>
        <tbody>
          {notice.receipts.map(({ id, receiptNo, state, receivedAt }) => (
            <tr key={id}>
              <td>
                {may.browse ? (
                  <Link to={`${pathTo('receive')}?receipt=${encodeURIComponent(receiptNo)}`}>{receiptNo}</Link>
                ) : (
                  receiptNo
                )}
              </td>
              <td>
                <StateTag tone={receiptTones[state]}>{wordFor('receiptState', state, language)}</StateTag>
              </td>
              <td>{receivedAt ? dateTime(receivedAt) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
