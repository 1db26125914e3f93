import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import type { PageKey } from '@xunyun/contract/pages'
import { getWarehouseCharge, type WarehouseChargeDetail } from '@xunyun/contract/warehouse/billing/charges'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { RecordSheet, RecordState } from '../../../shared/detail/RecordSheet.tsx'
import { trimmed } from '../../../shared/form/decimals.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { dateTime, dotted, figure, money } from '../../../shared/ui/format.ts'
import styles from './Billing.module.css'
import { ChargeSteps } from './ChargeSteps.tsx'
import { basisText, chargeTones } from './chargeColumns.tsx'
import { Problems } from './Problems.tsx'

/** One charge: what it is for, each step of its amount, and what was left out of it. */
export function ChargeDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  const charge = useQuery(q(getWarehouseCharge, { id }))
  const { data } = charge
  return (
    <RecordSheet
      of={charge}
      width={720}
      onClose={onClose}
      title={data ? dotted(wordFor('feeItem', data.feeItem, language), data.customerName) : t('act.explain')}
      state={({ state }) => <RecordState words="warehouseChargeState" of={state} tones={chargeTones} />}
    >
      {(charge) => <Body charge={charge} />}
    </RecordSheet>
  )
}

const pageOfDocument = {
  receipt: 'receive',
  shipment: 'outboundNotice',
  stockOrder: 'moveStock',
  stockCount: 'count',
} as const satisfies Record<NonNullable<WarehouseChargeDetail['docType']>, PageKey>

function Body({ charge }: { charge: WarehouseChargeDetail }) {
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  const days = charge.fromDay === charge.day ? charge.day : `${charge.fromDay} — ${charge.day}`
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: t('field.day'), value: days },
          { label: t('field.trigger'), value: wordFor('billingTrigger', charge.trigger, language) },
          { label: t('field.warehouseId'), value: charge.warehouseName },
          { label: t('field.basis'), value: basisText(charge) },
          {
            label: t('field.quantity'),
            value: t('try.counted', {
              quantity: figure(trimmed(charge.quantity)),
              free: figure(trimmed(charge.free)),
              chargeable: figure(trimmed(charge.chargeable)),
            }),
            span: 2,
          },
          { label: t('field.amount'), value: money(charge.amount) },
          { label: t('field.taxRate'), value: charge.taxRate === null ? null : figure(trimmed(charge.taxRate)) },
          { label: t('field.docNo'), value: charge.docNo && <Document charge={charge} /> },
          { label: t('field.quotationNo'), value: `${charge.quotationNo} v${charge.versionNo}` },
          { label: t('field.createdByName'), value: charge.createdByName ?? t('byNight') },
          { label: t('field.updatedAt'), value: dateTime(charge.updatedAt) },
          charge.remark && { label: t('field.remark'), value: charge.remark, span: 3 },
          charge.cancelReason && { label: t('field.cancelReason'), value: charge.cancelReason, span: 3 },
        ]}
      />
      <h3 className={styles.title}>{t('steps')}</h3>
      <ChargeSteps steps={charge.steps} />
      {charge.state === 'cancelled' && (
        <p className={styles.quiet}>{t('calculated', { amount: money(charge.calculated) })}</p>
      )}
      <Problems problems={charge.leftOut} />
    </>
  )
}

function Document({ charge }: { charge: WarehouseChargeDetail }) {
  const page = charge.docType === null ? null : pageOfDocument[charge.docType]
  const may = useRight(page ?? 'quotation')
  if (charge.docNo === null || page === null || !may.browse) return charge.docNo
  // Of a shipment and of a receipt the number begins with that of its notice.
  const no = charge.docType === 'shipment' ? charge.docNo.split('-')[0] : charge.docNo
  return <Link to={`${pathTo(page)}?q=${no}`}>{charge.docNo}</Link>
}
