import { useQuery } from '@tanstack/react-query'
import { type AdjustmentDetail, getAdjustment, getAdjustmentHistory } from '@xunyun/contract/costs/adjustments'
import { isApproved } from '@xunyun/contract/costs/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { negated, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { paymentText } from '@xunyun/contract/waybills/payments'
import { getAttachments } from '@xunyun/contract/workbench/comments'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { q } from '../../../shared/api/query.ts'
import { Attachments } from '../../../shared/detail/Attachments.tsx'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { History } from '../../../shared/detail/History.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { dateTime, dotted, money } from '../../../shared/ui/format.ts'
import { applicationTones, levelOf } from '../applicationColumns.tsx'
import { useApplicationHistory } from '../applicationHistory.ts'
import styles from '../Costs.module.css'
import { ReviewPath } from './ReviewPath.tsx'
import { useAdjustmentActs } from './useAdjustmentActs.tsx'

/** One adjustment: what it changes of the item and of the waybill, its papers and its timeline, and what comes next. */
export function AdjustmentDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('costs')
  const adjustment = useQuery(q(getAdjustment, { id }))
  const acts = useAdjustmentActs()
  const history = useApplicationHistory()
  const files = useQuery(q(getAttachments, { entity: 'application', entityId: id }))
  return (
    <>
      <RecordSheet
        of={adjustment}
        width={720}
        onClose={onClose}
        title={adjustment.data?.no}
        state={({ state, ...one }) => (
          <RecordState words="applicationState" of={state} tones={applicationTones} struck={state === 'void'}>
            {state === 'pending' && ` ${levelOf(one) ?? ''}`}
          </RecordState>
        )}
        footer={(one) => {
          const actions = acts.row(one)
          const [next] = actions
          return next && <div className={styles.actions}>{actButtons({ actions, primary: [next.key] })}</div>
        }}
      >
        {(one) => (
          <RecordTabs
            label={one.no}
            panes={[
              { key: 'facts', label: t('detail.facts'), pane: <Body adjustment={one} /> },
              {
                key: 'files',
                label: t('detail.files'),
                count: files.data?.length,
                pane: <Attachments entity="application" entityId={id} />,
              },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getAdjustmentHistory} id={id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

/** What it was and what it is with the change; approved, the change is in it already. */
function turned(now: string, { state, amount }: AdjustmentDetail): readonly [from: string, to: string] {
  return isApproved(state) ? [sumDecimals([now, negated(amount)], 2), now] : [now, sumDecimals([now, amount], 2)]
}

function Body({ adjustment }: { adjustment: AdjustmentDetail }) {
  const { t } = useTranslation(['costs', 'waybills'])
  const language = useLanguage()
  const mayAdjust = useRight('incOrDec').edit
  const { receivable, own, cost, payments, waitsFor, decidedAt, opinion } = adjustment
  const change = ([from, to]: readonly [string, string]) => `${money(from)} → ${money(to)}`
  const owed = receivable === null ? null : turned(receivable, adjustment)
  const ownThen = own === null ? '0' : turned(own, adjustment)[1]
  const less = (amount: string) => sumDecimals([amount, negated(cost ?? '0')], 2)
  return (
    <>
      <Facts
        columns={3}
        facts={[
          {
            label: t('column.ofNo'),
            value:
              adjustment.waybillId === null ? (
                adjustment.ofNo
              ) : (
                <Link to={pathTo('waybill', { no: adjustment.ofNo })}>{adjustment.ofNo}</Link>
              ),
          },
          { label: t('column.customer'), value: adjustment.customerName },
          {
            label: t('column.feeItem'),
            value: dotted(
              wordFor('priceDirection', adjustment.direction, language),
              wordFor('feeItem', adjustment.feeItem, language),
            ),
          },
          { label: t('column.party'), value: adjustment.partyName },
          {
            label: t('column.change'),
            value: (
              <b className={adjustment.amount.startsWith('-') ? styles.less : undefined}>{money(adjustment.amount)}</b>
            ),
          },
          {
            label: `${t('column.before')} → ${t('column.after')}`,
            value: change([adjustment.before, sumDecimals([adjustment.before, adjustment.amount], 2)]),
          },
          owed && { label: t('sums.receivable'), value: change(owed) },
          owed && cost !== null && { label: t('sums.margin'), value: change([less(owed[0]), less(owed[1])]) },
          payments !== null && {
            label: t('waybills:column.payments'),
            value: paymentText({ payMethod: 'split', receivable: ownThen, payments, charged: null }, language),
            span: 3,
          },
          { label: t('column.reason'), value: adjustment.reason, span: 3 },
          { label: t('column.applicant'), value: adjustment.applicantName },
          { label: t('column.appliedAt'), value: dateTime(adjustment.appliedAt) },
          { label: t('column.outlet'), value: adjustment.outletName },
          waitsFor !== null && { label: t('column.waitsFor'), value: dotted(levelOf(adjustment), waitsFor) },
          decidedAt !== null && { label: t('column.decidedAt'), value: dateTime(decidedAt) },
          opinion !== null && { label: t('column.opinion'), value: opinion, span: 2 },
        ]}
      />
      {mayAdjust && (isAble(adjustment, 'submit') || adjustment.state === 'rejected') && (
        <section className={styles.pathOf}>
          <ReviewPath amount={adjustment.amount} />
        </section>
      )}
    </>
  )
}
