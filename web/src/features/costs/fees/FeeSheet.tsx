import { useQuery } from '@tanstack/react-query'
import { getFee } from '@xunyun/contract/costs/feeList'
import { wordFor } from '@xunyun/contract/dictionary'
import { plainDecimal } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths, pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { LinesTable } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState } from '../../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { dotted, money } from '../../../shared/ui/format.ts'
import { DocumentLink } from '../../money/index.ts'
import { Steps } from '../../prices/index.ts'
import styles from '../trips/Trips.module.css'
import { adjustedBy, feeTones, pathOfFee, whyUnconfirmed } from './feeColumns.tsx'

/** One charge: a receivable with the steps that made it, a payable with the waybills that bear it. */
export function FeeSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['fees', 'costs'])
  const language = useLanguage()
  const navigate = useNavigate()
  const mayAdjust = useRight('incOrDec').edit
  const maySeeInvoices = useRight('billApplyList').browse
  const fee = useQuery(q(getFee, { id }))
  const { data } = fee
  return (
    <RecordSheet
      of={fee}
      onClose={onClose}
      title={data && `${wordFor('feeItem', data.feeItem, language)} ${money(data.amount)}`}
      state={({ state }) => <RecordState words="feeState" of={state} tones={feeTones} />}
      footer={(one) => {
        const adjusted = adjustedBy(one)
        return (
          mayAdjust &&
          adjusted !== null && (
            <Button onClick={() => void navigate(paths.adjust(adjusted, { feeItem: one.feeItem }))}>
              {t('adjust')}
            </Button>
          )
        )
      }}
    >
      {(one) => {
        const to = pathOfFee(one)
        return (
          <>
            <Facts
              columns={2}
              facts={[
                { label: t('costs:column.ofNo'), value: to ? <Link to={to}>{one.ofNo}</Link> : (one.ofNo ?? '—') },
                { label: t('costs:column.direction'), value: wordFor('priceDirection', one.direction, language) },
                { label: t('costs:column.party'), value: one.partyName ?? '—' },
                { label: t('costs:column.day'), value: one.day },
                { label: t('costs:column.amount'), value: money(one.amount) },
                {
                  label: t('costs:column.taxRate'),
                  value: one.taxRate === null ? '—' : `${plainDecimal(one.taxRate)} %`,
                },
                { label: t('costs:column.net'), value: money(one.net) },
                { label: t('costs:column.tax'), value: money(one.tax) },
                { label: t('costs:column.settled'), value: money(one.settled) },
                {
                  label: t('costs:column.open'),
                  value: dotted(
                    one.settlement === 'unconfirmed' ? t(whyUnconfirmed(one)) : money(one.open),
                    one.badDebtNo && t('badDebt.pending', { no: one.badDebtNo }),
                    one.onItsWay && t('onItsWay', { no: one.onItsWay }),
                  ),
                },
                { label: t('costs:column.invoicing'), value: wordFor('feeInvoicing', one.invoicing, language) },
                {
                  label: t('costs:column.statementNo'),
                  value:
                    one.statementNo && one.statementState ? (
                      <>
                        <DocumentLink docType="statement" docNo={one.statementNo} />{' '}
                        {wordFor('statementState', one.statementState, language)}
                      </>
                    ) : (
                      '—'
                    ),
                },
                { label: t('costs:column.source'), value: wordFor('chargeSource', one.source, language) },
                { label: t('costs:column.docNo'), value: one.docNo ?? '—' },
                { label: t('costs:column.outlet'), value: one.outletName },
              ]}
            />
            {one.steps.length > 0 && (
              <>
                <h3 className={styles.title}>{t('steps')}</h3>
                <Steps steps={one.steps} source={one.source} />
              </>
            )}
            {one.invoices.length > 0 && (
              <>
                <h3 className={styles.title}>{pageOf('billApply').titles[language]}</h3>
                <LinesTable
                  label={pageOf('billApply').titles[language]}
                  rows={one.invoices}
                  columns={[
                    [
                      t('costs:column.no'),
                      ({ id, no }) =>
                        maySeeInvoices ? <Link to={`${pathTo('billApplyList')}?tab=all&invoice=${id}`}>{no}</Link> : no,
                    ],
                    [t('costs:column.state'), ({ state }) => wordFor('invoiceState', state, language)],
                    [t('costs:column.amount'), ({ amount }) => money(amount), 'right'],
                  ]}
                />
              </>
            )}
            {one.settlings.length > 0 && (
              <>
                <h3 className={styles.title}>{t('records')}</h3>
                <LinesTable
                  label={t('records')}
                  rows={one.settlings}
                  columns={[
                    [t('costs:column.day'), ({ day }) => day],
                    [
                      t('settledAs'),
                      ({ act, docType, isPrepaid }) =>
                        isPrepaid && act === 'collect'
                          ? t('prepaid')
                          : // What a receipt sets off is what it rounds off (V13).
                            act === 'offset' && docType === 'payment'
                            ? wordFor('feeItem', 'roundOff', language)
                            : wordFor('moneyAct', act, language),
                    ],
                    [
                      t('costs:column.docNo'),
                      ({ docType, docNo, handInNo }) => (
                        <>
                          <DocumentLink docType={docType} docNo={docNo} />
                          {handInNo && (
                            <>
                              {' · '}
                              <DocumentLink docType="handIn" docNo={handInNo} />
                            </>
                          )}
                        </>
                      ),
                    ],
                    [t('costs:column.settled'), ({ amount }) => money(amount), 'right'],
                  ]}
                  foot={['', '', '', money(one.settled)]}
                />
              </>
            )}
            {one.direction === 'payable' && (
              <>
                <h3 className={styles.title}>{t('shares')}</h3>
                <LinesTable
                  label={t('shares')}
                  rows={one.shares}
                  keyOf={({ waybillId }) => waybillId}
                  none={t('noShares')}
                  columns={[
                    [
                      t('waybill'),
                      ({ waybillNo }) => <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>,
                    ],
                    [t('basis'), ({ basis }) => String(Number(basis)), 'right'],
                    [t('costs:column.amount'), ({ amount }) => money(amount), 'right'],
                  ]}
                  foot={['', '', money(one.amount)]}
                />
              </>
            )}
          </>
        )
      }}
    </RecordSheet>
  )
}
