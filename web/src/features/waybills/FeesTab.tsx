import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { DetailSection } from '../../shared/detail/DetailPage.tsx'
import { withTexts } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { figure, money } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { ChargeLines } from './ChargeLines.tsx'
import styles from './Charges.module.css'
import { PrepaidActs } from './PrepaidActs.tsx'
import { PriceFacts } from './PriceDrawer.tsx'
import { useDoorDifference } from './useDoorDifference.ts'
import { usePriceActs } from './usePriceActs.tsx'

const PayoutsSection = late(() =>
  withTexts(['collections'], import('./PayoutsSection.tsx')).then((file) => file.PayoutsSection),
)
const CostsSection = late(() => import('./CostsSection.tsx').then((file) => file.CostsSection))

/** 费用: charges with their steps, services, and what can be done about the price. */
export function FeesTab({ detail }: { detail: WaybillDetail }) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const acts = usePriceActs()
  const difference = useDoorDifference(detail)
  const charges = useQuery({
    queryKey: [getWaybillCharges.path, detail.id, detail.version],
    queryFn: ({ signal }) => api(getWaybillCharges, { id: detail.id }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })
  if (charges.isError && !charges.data) return <LoadError error={charges.error} retry={() => void charges.refetch()} />
  if (!charges.data) return <PageSkeleton />
  const actions = acts.rowActions(detail).filter(({ key }) => key !== 'explain')
  return (
    <>
      <DetailSection>
        <PriceFacts data={charges.data} />
        <ChargeLines charges={charges.data.charges} />
        {difference !== undefined && <p className={styles.note}>{difference}</p>}
        {(actions.length > 0 || charges.data.prepaid !== null) && (
          <div className={styles.acts}>
            {actions.map(({ key, label, onClick, danger }) => (
              <Button key={key} danger={danger} onClick={onClick}>
                {label}
              </Button>
            ))}
            {charges.data.prepaid && (
              <PrepaidActs
                waybill={detail}
                isPlaced={detail.state !== 'draft' && detail.state !== 'cancelled'}
                prepaid={charges.data.prepaid}
              />
            )}
          </div>
        )}
      </DetailSection>
      {charges.data.payments.length > 1 && (
        <DetailSection title={t('price.payments')}>
          <ul className={styles.services}>
            {charges.data.payments.map(({ method, amount }) => (
              <li key={method}>
                <span>{wordFor('payMethod', method, language)}</span>
                <span />
                <b>{money(amount)}</b>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {charges.data.services.length > 0 && (
        <DetailSection title={t('price.services')}>
          <ul className={styles.services}>
            {charges.data.services.map((service) => (
              <li key={service.id}>
                <span>{wordFor('addedService', service.type, language)}</span>
                <span className={styles.quiet}>
                  {Number(service.qty) !== 1 && `× ${figure(String(Number(service.qty)))} · `}
                  {wordFor('servicePayer', service.payer, language)}
                </span>
                <b>{money(service.amount)}</b>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {charges.data.payouts.length > 0 && <PayoutsSection payouts={charges.data.payouts} />}
      {charges.data.costs && <CostsSection costs={charges.data.costs} />}
      {acts.dialogs}
    </>
  )
}
