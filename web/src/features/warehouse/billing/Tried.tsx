import { wordFor } from '@xunyun/contract/dictionary'
import type { TriedCharges } from '@xunyun/contract/warehouse/billing/quotations'
import { useTranslation } from 'react-i18next'
import { trimmed } from '../../../shared/form/decimals.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure, money } from '../../../shared/ui/format.ts'
import styles from './Billing.module.css'
import { ChargeSteps } from './ChargeSteps.tsx'
import { basisText } from './chargeColumns.tsx'
import { Problems } from './Problems.tsx'

/** What a period would cost: a sum, its items, and behind each the charges with their steps. */
export function Tried({ tried }: { tried: TriedCharges }) {
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  if (tried.items.length === 0) return <p className={styles.quiet}>{t('try.none')}</p>
  return (
    <>
      <p className={styles.amount}>
        <b>{money(tried.amount)}</b> {t('yuan')}
      </p>
      {tried.items.map((item) => (
        <details
          key={`${item.quotationId} ${item.warehouseId} ${item.trigger} ${item.feeItem}`}
          className={styles.item}
          open={tried.items.length === 1 || undefined}
        >
          <summary>
            <span>
              <b>{wordFor('feeItem', item.feeItem, language)}</b>
              <small>
                {[
                  wordFor('billingTrigger', item.trigger, language),
                  item.warehouseName,
                  basisText(item),
                  item.quotationNo && `${item.quotationNo} v${item.versionNo}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span className={styles.figures}>
              <b>{money(item.amount)}</b>
              <small>
                {t('try.counted', {
                  quantity: figure(trimmed(item.quantity)),
                  free: figure(trimmed(item.free)),
                  chargeable: figure(trimmed(item.chargeable)),
                })}
              </small>
            </span>
          </summary>
          {item.charges.length === 0 && <p className={styles.quiet}>{t('try.noCharge')}</p>}
          {item.charges.map((charge) => (
            <details key={`${charge.day} ${charge.docNo}`} className={styles.charge}>
              <summary>
                <span>{charge.fromDay === charge.day ? charge.day : `${charge.fromDay} — ${charge.day}`}</span>
                <span>{charge.docNo}</span>
                <span className={styles.quiet}>{figure(trimmed(charge.chargeable))}</span>
                <b>{money(charge.amount)}</b>
              </summary>
              <ChargeSteps steps={charge.steps} />
            </details>
          ))}
        </details>
      ))}
      <Problems problems={tried.problems} />
    </>
  )
}
