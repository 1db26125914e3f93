import { useQueries, useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareTyped } from '@xunyun/contract/kernel/decimal'
import { calculateService } from '@xunyun/contract/waybills/services'
import { Form } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useSession } from '../../shared/session/session.ts'
import { money } from '../../shared/ui/format.ts'
import { filled, totals } from './goods.ts'
import styles from './SumsPanel.module.css'
import { sumsOf } from './sums.ts'
import type { TaskValues } from './taskValues.ts'
import { termsQuery } from './terms.ts'
import { useQuote } from './useQuote.ts'

/** What the waybill comes to while it is typed: fees, who pays what of them, what is collected, and the credit that is left. */
export function SumsPanel() {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const form = Form.useFormInstance<TaskValues>()
  const values = (Form.useWatch([], { form, preserve: true }) ?? {}) as TaskValues
  const isStaff = useSession(({ userInfo }) => userInfo?.scope !== 'customer')
  const quote = useQuote(values)
  const services = useServiceAmounts(values)
  const terms = useQuery({ ...termsQuery(values.customerId), enabled: isStaff && values.customerId !== undefined })
  const credit = values.customerId === undefined ? null : terms.data?.credit
  const sums = sumsOf(values, { quoted: quote === null ? null : quote?.amount, services, credit })
  const cod = values.codAmount
  return (
    <aside className={styles.sums} aria-label={t('sums.title')}>
      <dl>
        {sums.fees.map(({ key, kind, code, amount }) => (
          <div key={key}>
            <dt>{wordFor(kind === 'fee' ? 'feeItem' : 'addedService', code, language)}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t('column.receivable')}</dt>
          <dd data-testid="receivable">
            {sums.isUnpriced && sums.fees.length === 0 ? '—' : `${money(sums.receivable)} ${t('task.yuan')}`}
          </dd>
        </div>
        {sums.parts.map(({ method, amount, isRest }) => (
          <div key={method}>
            <dt>
              {isRest && `${t('task.restBy')} `}
              {wordFor('payMethod', method, language)}
            </dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        {sums.over !== null && (
          <div data-tone="red">
            <dt>{t('sums.over')}</dt>
            <dd>{money(sums.over)}</dd>
          </div>
        )}
        {compareTyped(cod, '0') > 0 && (
          <div>
            <dt>{t('column.codAmount')}</dt>
            <dd>{money(String(cod))}</dd>
          </div>
        )}
        {credit && sums.creditLeft !== null && (
          <div
            data-tone={Number(sums.creditLeft) < 0 ? 'red' : undefined}
            title={t('sums.credit', { limit: money(credit.limit), used: money(credit.used) })}
          >
            <dt>{t('sums.creditLeft')}</dt>
            <dd>{money(sums.creditLeft)}</dd>
          </div>
        )}
      </dl>
    </aside>
  )
}

/** What each service costs: as was agreed, else by its rate. */
function useServiceAmounts({ services = [], customerId, goods, codAmount }: TaskValues) {
  const { declaredValue } = totals(filled(goods ?? []))
  const facts = useDeferredValue(
    JSON.stringify(
      services.map(({ type, qty }) => ({
        type,
        customerId,
        qty,
        declaredValue: type === 'insurance' ? declaredValue : undefined,
        codAmount: type === 'cod' ? codAmount : undefined,
      })),
    ),
  )
  const found = useQueries({
    queries: (JSON.parse(facts) as object[]).map((fact) => ({
      queryKey: [calculateService.path, JSON.stringify(fact)],
      queryFn: ({ signal }: { signal: AbortSignal }) => api(calculateService, fact as never, { signal, quiet: true }),
      staleTime: 30_000,
      retry: false,
    })),
  })
  return services.map(({ amount }, at) => amount ?? found[at]?.data?.amount)
}
