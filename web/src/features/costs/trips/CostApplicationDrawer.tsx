import { useQuery } from '@tanstack/react-query'
import {
  type CostApplicationDetail,
  getCostApplication,
  getCostApplicationHistory,
} from '@xunyun/contract/costs/costApplications'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { pageOf } from '@xunyun/contract/pages'
import { getAttachments } from '@xunyun/contract/workbench/comments'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { q } from '../../../shared/api/query.ts'
import { Attachments } from '../../../shared/detail/Attachments.tsx'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { History } from '../../../shared/detail/History.tsx'
import { LinesTable } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../../shared/detail/RecordSheet.tsx'
import { Route } from '../../../shared/grid/column.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dateTime, dotted, figure, money } from '../../../shared/ui/format.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import { applicationTones, levelOf } from '../applicationColumns.tsx'
import { useApplicationHistory } from '../applicationHistory.ts'
import { endsOf } from './applicationColumns.tsx'
import { BesideMean } from './BesideMean.tsx'
import { ReviewPath } from './ReviewPath.tsx'
import styles from './Trips.module.css'
import { useApplicationActs } from './useApplicationActs.tsx'

/** One application for costs of arrangements: its lines, what each waybill bears, its papers and timeline, and what comes next. */
export function CostApplicationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('costs')
  const application = useQuery(q(getCostApplication, { id }))
  const acts = useApplicationActs()
  const history = useApplicationHistory()
  const files = useQuery(q(getAttachments, { entity: 'application', entityId: id }))
  return (
    <>
      <RecordSheet
        of={application}
        width={760}
        onClose={onClose}
        title={application.data?.no}
        state={({ state, ...one }) => (
          <RecordState words="applicationState" of={state} tones={applicationTones} struck={state === 'void'}>
            {state === 'pending' && ` ${levelOf(one) ?? ''}`}
          </RecordState>
        )}
        footer={(one) => {
          const actions = acts.row(one)
          const [next] = actions
          return next && <div className={styles.foot}>{actButtons({ actions, primary: [next.key] })}</div>
        }}
      >
        {(one) => (
          <RecordTabs
            label={one.no}
            panes={[
              { key: 'facts', label: t('detail.facts'), pane: <CostApplicationBody application={one} /> },
              {
                key: 'files',
                label: t('detail.files'),
                count: files.data?.length,
                pane: <Attachments entity="application" entityId={id} />,
              },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getCostApplicationHistory} id={id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

/** Where an arrangement of a kind lies open beside its list. */
const listOf = {
  vehicle: ['arrangeList', 'trip'],
  line: ['specialList', 'special'],
  courier: ['courierList', 'courier'],
} as const

export function CostApplicationBody({ application: one }: { application: CostApplicationDetail }) {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const language = useLanguage()
  return (
    <>
      {one.changedSince && (
        <p className={styles.warn} role="status">
          {t('detail.changed')}
        </p>
      )}
      <Facts
        columns={3}
        facts={[
          { label: t('costs:column.kind'), value: wordFor('bizType', one.kind, language) },
          {
            label: t('costs:column.amount'),
            value: <b className={styles.total}>{money(one.amount)}</b>,
          },
          { label: t('costs:column.payee'), value: one.payeeName },
          one.arrangements.length > 0 && {
            label: t('costs:column.of'),
            value: (
              <span className={styles.links}>
                {one.arrangements.map(({ id, no, kind, state }) => {
                  const [page, key] = listOf[kind as keyof typeof listOf]
                  return (
                    <span key={id}>
                      <Link to={`${pageOf(page).path}?${key}=${id}`}>{no}</Link>
                      {state === 'cancelled' && (
                        <>
                          {' '}
                          <StateTag tone="red">{wordFor('arrangementState', state, language)}</StateTag>
                        </>
                      )}
                    </span>
                  )
                })}
              </span>
            ),
          },
          one.arrangements.length === 0 &&
            one.ofNos.length > 0 && { label: t('costs:column.of'), value: one.ofNos.join('、') },
          one.arrangements.length > 0 && {
            label: t('costs:column.carrier'),
            value: dotted(one.carrierName, one.plateNo),
          },
          one.fromName !== null && {
            label: t('column.way'),
            value: <Route {...endsOf(one)} />,
          },
          one.whole !== null && one.whole !== one.amount && { label: t('detail.whole'), value: money(one.whole) },
          one.mean !== null && {
            label: t('mean.of', { count: one.mean.count }),
            value: <BesideMean amount={one.whole ?? one.amount} mean={one.mean.amount} />,
          },
          one.quoted !== null && {
            label: t('detail.quoted'),
            value: <BesideMean amount={one.whole ?? one.amount} mean={one.quoted} />,
          },
          { label: t('costs:column.reason'), value: one.reason, span: 3 },
          one.madeFrom !== null && {
            label: pageOf(one.madeFrom.page).titles[language],
            value: (
              <Link to={`${pageOf(one.madeFrom.page).path}?case=${encodeURIComponent(one.madeFrom.no)}`}>
                {one.madeFrom.no}
              </Link>
            ),
          },
          one.madeFrom?.page === 'abnormalList' && {
            label: t('detail.responsible'),
            value: dotted(
              one.madeFrom.responsible && wordFor('responsible', one.madeFrom.responsible, language),
              one.madeFrom.responsibleName,
            ),
            span: 2,
          },
          { label: t('costs:column.applicant'), value: one.applicantName },
          { label: t('costs:column.appliedAt'), value: dateTime(one.appliedAt) },
          { label: t('costs:column.outlet'), value: one.outletName },
          one.waitsFor !== null && { label: t('costs:column.waitsFor'), value: dotted(levelOf(one), one.waitsFor) },
          one.decidedAt !== null && { label: t('costs:column.decidedAt'), value: dateTime(one.decidedAt) },
          one.opinion !== null && { label: t('costs:column.opinion'), value: one.opinion, span: 2 },
        ]}
      />
      {(isAble(one, 'submit') || isAble(one, 'edit')) && <ReviewPath kind={one.kind} amount={one.amount} />}
      <h3 className={styles.title}>{t('lines.title')}</h3>
      <LinesTable
        label={t('lines.title')}
        rows={one.lines}
        columns={[
          [
            t('costs:column.feeItem'),
            ({ payPart, feeItem }) =>
              payPart ? wordFor('payPart', payPart, language) : wordFor('feeItem', feeItem, language),
          ],
          [t('costs:column.payee'), ({ payeeName }) => payeeName],
          [`${t('costs:column.taxRate')} %`, ({ taxRate }) => figure(taxRate), 'right'],
          [t('detail.quoted'), ({ quoted }) => quoted && money(quoted), 'right'],
          [t('costs:column.amount'), ({ amount }) => money(amount), 'right'],
        ]}
        foot={[t('sums.total'), null, null, null, money(one.amount)]}
      />
      {one.shares.length > 0 && (
        <>
          <h3 className={styles.title}>
            {dotted(t('shares.title'), one.method && wordFor('shareMethod', one.method, language))}
          </h3>
          <LinesTable
            label={t('shares.title')}
            rows={one.shares}
            keyOf={({ waybillId }) => waybillId}
            columns={[
              [
                t('shares.waybill'),
                ({ waybillNo }) => <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>,
              ],
              [t('shares.pieces'), ({ pieces }) => figure(pieces), 'right'],
              [t('shares.share'), ({ amount }) => money(amount), 'right'],
              [t('shares.receivable'), ({ receivable }) => money(receivable), 'right'],
              [t('shares.cost'), ({ cost }) => money(cost), 'right'],
            ]}
          />
        </>
      )}
      {one.lastOnes.length > 0 && (
        <>
          <h3 className={styles.title}>{t('detail.lastOnes')}</h3>
          <LinesTable
            label={t('detail.lastOnes')}
            rows={one.lastOnes}
            keyOf={({ no }) => no}
            columns={[
              [t('costs:column.arrangementNo'), ({ no }) => no],
              [t('costs:column.day'), ({ day }) => day],
              [t('costs:column.amount'), ({ amount }) => money(amount), 'right'],
            ]}
          />
        </>
      )}
    </>
  )
}
