import { useQuery } from '@tanstack/react-query'
import { feeName } from '@xunyun/contract/costs/feeName'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { getPayment, getPaymentHistory, type PaymentDetail, type PaymentLine } from '@xunyun/contract/payments/calls'
import { getAttachments } from '@xunyun/contract/workbench/comments'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Decisions, saidBeside } from '../../shared/detail/Decisions.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { History } from '../../shared/detail/History.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import styles from './Payments.module.css'
import { usePaymentHistory } from './paymentHistory.ts'
import { paymentTones } from './tones.ts'
import { usePaymentActs } from './usePaymentActs.tsx'

/** One receipt or payment: what it settles, its papers and timeline, and what comes next. */
export function PaymentSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const payment = useQuery(q(getPayment, { id }))
  const acts = usePaymentActs()
  const history = usePaymentHistory()
  const files = useQuery(q(getAttachments, { entity: 'payment', entityId: id }))
  return (
    <>
      <RecordSheet
        of={payment}
        width={760}
        onClose={onClose}
        title={payment.data?.no}
        state={({ state }) => (
          <RecordState
            words="paymentState"
            of={state}
            tones={paymentTones}
            struck={state === 'void' || state === 'reversed'}
          />
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
              { key: 'facts', label: t('detail.facts'), pane: <Body payment={one} /> },
              {
                key: 'files',
                label: t('detail.files'),
                count: files.data?.length,
                pane: <Attachments entity="payment" entityId={id} />,
              },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getPaymentHistory} id={id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

function Body({ payment: one }: { payment: PaymentDetail }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const maySeeWaybills = useRight('allWayBill').browse
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: t('column.partyName'), value: one.partyName, span: 2 },
          { label: t('column.direction'), value: wordFor('paymentDirection', one.direction, language) },
          { label: t('column.amount'), value: <b>{money(one.amount)}</b> },
          { label: t('column.allocated'), value: money(one.allocated) },
          compareDecimal(one.reserved, '0') === 0
            ? { label: t('column.left'), value: money(one.left) }
            : { label: t('line.reserved'), value: money(one.reserved) },
          { label: t('column.accountName'), value: one.accountName },
          { label: t('column.channel'), value: wordFor('cashAccountKind', one.channel, language) },
          { label: t('column.day'), value: one.day },
          { label: t('column.reference'), value: one.reference },
          { label: t('column.handlerName'), value: one.handlerName },
          { label: t('column.outletName'), value: one.outletName },
          compareDecimal(one.refunded, '0') > 0 && { label: t('column.refunded'), value: money(one.refunded) },
          one.waitsFor !== null && { label: t('column.waitsFor'), value: one.waitsFor },
          one.paidAt !== null && {
            label: t('column.paidAt'),
            value: dotted(dateTime(one.paidAt), one.paidByName),
            span: 2 as const,
          },
          one.decisions.length > 0 && {
            label: t('detail.decisions'),
            value: <Decisions of={one.decisions} />,
            span: 3 as const,
          },
          saidBeside(one.opinion, one.decisions) !== null && {
            label: t('column.opinion'),
            value: one.opinion,
            span: 3 as const,
          },
          one.reason !== null && { label: t('column.reason'), value: one.reason, span: 3 as const },
        ]}
      />
      <h3 className={styles.title}>{t('detail.lines')}</h3>
      <LinesTable<PaymentLine>
        label={t('detail.lines')}
        rows={one.lines}
        none={t('detail.noLines')}
        isVoid={({ state }) => state === 'freed'}
        columns={[
          [
            t('column.ofNo'),
            ({ waybillId, ofNo }) =>
              waybillId !== null && ofNo !== null && maySeeWaybills ? (
                <Link to={pathTo('waybill', { no: ofNo })}>{ofNo}</Link>
              ) : (
                ofNo
              ),
          ],
          [t('column.feeItem'), (line) => feeName(line, language)],
          [t('column.chargeDay'), ({ day }) => day],
          [t('column.state'), ({ state }) => t(`line.${state}`)],
          [t('column.chargeAmount'), ({ chargeAmount }) => money(chargeAmount), 'right'],
          [t('column.allocated'), ({ amount }) => money(amount), 'right'],
          ...(one.lines.some(({ roundedOff }) => roundedOff !== null)
            ? [[t('form.roundOff'), ({ roundedOff }: PaymentLine) => roundedOff && money(roundedOff), 'right'] as const]
            : []),
        ]}
      />
      <WhoMay payment={one} />
    </>
  )
}

/** What the state allows and none but whoever approves may do: it is not offered to others, and said to be there. */
function WhoMay({ payment: { forApprovers } }: { payment: PaymentDetail }) {
  const { t } = useTranslation(['payments', 'ui'])
  const language = useLanguage()
  if (forApprovers.length === 0) return null
  return (
    <p className={styles.whoMay} role="note">
      {t('detail.whoMay', {
        acts: forApprovers.map((act) => t(`act.${act}`)).join(t('ui:list.separator')),
        page: pageOf('payment').titles[language],
      })}
    </p>
  )
}
