import { useQuery } from '@tanstack/react-query'
import {
  type CodPayoutDetail,
  type CodPayoutLine,
  getCodPayout,
  getCodPayoutHistory,
} from '@xunyun/contract/collections/cod'
import { wordFor } from '@xunyun/contract/dictionary'
import { negated } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { Decisions, saidBeside } from '../../shared/detail/Decisions.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { History } from '../../shared/detail/History.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import styles from './Collections.module.css'
import { usePayoutHistory } from './payoutHistory.ts'
import { payoutTones } from './tones.ts'
import { usePayoutActs } from './usePayoutActs.tsx'

/** One payout: what it pays and deducts, its timeline, and what comes next. */
export function PayoutSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('collections')
  const payout = useQuery(q(getCodPayout, { id }))
  const acts = usePayoutActs()
  const history = usePayoutHistory()
  return (
    <>
      <RecordSheet
        of={payout}
        width={760}
        onClose={onClose}
        title={payout.data?.no}
        state={({ state }) => (
          <RecordState
            words="paymentState"
            of={state}
            tones={payoutTones}
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
              { key: 'facts', label: t('detail.facts'), pane: <Body payout={one} /> },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getCodPayoutHistory} id={id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

function Body({ payout: one }: { payout: CodPayoutDetail }) {
  const { t } = useTranslation('collections')
  const language = useLanguage()
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: t('payout.payeeName'), value: one.payeeName, span: 2 },
          { label: t('payout.outletName'), value: one.outletName },
          { label: t('payout.gross'), value: money(one.gross) },
          { label: t('cod.fee'), value: money(one.fees) },
          { label: t('payout.charges'), value: money(one.charges) },
          { label: t('payout.net'), value: <b>{money(one.net)}</b>, span: 3 },
          { label: t('payout.payeeAccount'), value: one.payeeAccount, span: 2 },
          { label: t('payout.accountName'), value: one.accountName },
          { label: t('payout.createdAt'), value: dotted(dateTime(one.createdAt), one.createdByName), span: 2 },
          one.waitsFor !== null && { label: t('payout.waitsFor'), value: one.waitsFor },
          one.day !== null && { label: t('payout.day'), value: one.day },
          one.reference !== null && { label: t('payout.reference'), value: one.reference },
          one.paidAt !== null && {
            label: t('payout.paidAt'),
            value: dotted(dateTime(one.paidAt), one.paidByName),
            span: 2 as const,
          },
          one.decisions.length > 0 && {
            label: t('detail.decisions'),
            value: <Decisions of={one.decisions} />,
            span: 3 as const,
          },
          saidBeside(one.opinion, one.decisions) !== null && {
            label: t('payout.opinion'),
            value: one.opinion,
            span: 3 as const,
          },
          one.reason !== null && { label: t('payout.reason'), value: one.reason, span: 3 as const },
        ]}
      />
      <h3 className={styles.title}>{t('detail.lines')}</h3>
      <LinesTable<CodPayoutLine>
        label={t('detail.lines')}
        rows={one.lines}
        none=""
        isVoid={({ state }) => state === 'freed'}
        columns={[
          [t('cod.waybillNo'), ({ ofNo }) => ofNo],
          [
            t('detail.item'),
            ({ feeItem }) => (feeItem === null ? t('cod.cod') : wordFor('feeItem', feeItem, language)),
          ],
          [t('handIn.amount'), ({ feeItem, amount }) => money(feeItem === null ? amount : negated(amount)), 'right'],
        ]}
      />
    </>
  )
}

/** What is deducted reads as less. */
