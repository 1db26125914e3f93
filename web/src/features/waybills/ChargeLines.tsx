import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, plainDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { WaybillCharges } from '@xunyun/contract/waybills/charges'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useSession } from '../../shared/session/session.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { Steps } from '../prices/index.ts'
import styles from './Charges.module.css'

type Props = { charges: WaybillCharges['charges'] }

/** What is charged, line by line, each with how it came about. */
export function ChargeLines({ charges }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  // On a phone how it was calculated stands below the fee, so that the amount is in view.
  const isPhone = useIsPhone()
  const sum = sumDecimals(
    charges.map(({ amount }) => amount),
    2,
  )
  if (charges.length === 0) return <p className={styles.quiet}>{t('price.noCharges')}</p>
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('price.fee')}</th>
            {!isPhone && !isCustomer && <th>{t('price.party')}</th>}
            {!isPhone && <th>{t('price.source')}</th>}
            {!isPhone && <th>{t('price.how')}</th>}
            {!isCustomer && <th className={styles.right}>{t('price.quoted')}</th>}
            <th className={styles.right}>{t('price.amount')}</th>
            {!isPhone && <th className={styles.right}>{t('price.taxRate')}</th>}
            {!isPhone && <th>{t('price.state')}</th>}
          </tr>
        </thead>
        <tbody>
          {charges.map((charge) => (
            <tr key={charge.id}>
              <td>
                {wordFor('feeItem', charge.feeItem, language)}
                {isPhone && (
                  <div className={styles.below}>
                    {dotted(
                      charge.companyName,
                      wordFor('chargeSource', charge.source, language),
                      rateOf(charge),
                      charge.state && wordFor('feeState', charge.state, language),
                    )}
                    <Steps steps={charge.steps} />
                  </div>
                )}
              </td>
              {!isPhone && !isCustomer && <td className={styles.quiet}>{charge.companyName ?? '—'}</td>}
              {!isPhone && <td className={styles.quiet}>{wordFor('chargeSource', charge.source, language)}</td>}
              {!isPhone && (
                <td className={styles.how}>
                  <Steps steps={charge.steps} />
                </td>
              )}
              {!isCustomer && <td className={styles.right}>{charge.quoted === null ? '—' : money(charge.quoted)}</td>}
              <td className={styles.right}>
                {money(charge.amount)}
                {charge.direction === 'receivable' && charge.standing && <Standing of={charge.standing} />}
              </td>
              {!isPhone && <td className={styles.right}>{rateOf(charge) ?? '—'}</td>}
              {!isPhone && (
                <td className={styles.quiet}>
                  {charge.state === null ? '—' : wordFor('feeState', charge.state, language)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={(isPhone ? 1 : 3) + (isCustomer ? 0 : isPhone ? 1 : 2)}>{t('price.sum')}</td>
            <td className={styles.right}>{money(sum)}</td>
            {!isPhone && <td colSpan={2} />}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const rateOf = ({ taxRate }: Props['charges'][number]): string | null =>
  taxRate === null ? null : `${plainDecimal(taxRate)} %`

/** What of a charge is received and open, and invoiced once something is applied for. */
function Standing({ of }: { of: NonNullable<Props['charges'][number]['standing']> }) {
  const { t } = useTranslation('waybills')
  return (
    <div className={styles.standing}>
      <div>{t('price.standing', { settled: money(of.settled), open: money(of.open) })}</div>
      {compareDecimal(of.applied, '0') !== 0 && (
        <div>{t('price.invoicing', { applied: money(of.applied), invoiced: money(of.invoiced) })}</div>
      )}
    </div>
  )
}
