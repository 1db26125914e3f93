import { useQuery } from '@tanstack/react-query'
import type { FreightRow } from '@xunyun/contract/enquiries/freight'
import { pageOf } from '@xunyun/contract/pages'
import { getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { paymentText } from '@xunyun/contract/waybills/payments'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { RecordSheet, RecordState } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { money, weight } from '../../shared/ui/format.ts'
import { ChargeLines, CostsSection, collectionTones, invoicingTones, priceTones } from '../waybills/index.ts'
import styles from './Freight.module.css'

/** The charges of one waybill with how each came about, and, for whoever may see costs, what it bears. */
export function FreightSheet({ row, onClose }: { row: FreightRow; onClose: () => void }) {
  const { t } = useTranslation(['enquiries', 'waybills'])
  const language = useLanguage()
  const charges = useQuery(q(getWaybillCharges, { id: row.id }))
  const { waybillNo, bizDate } = row
  const no = encodeURIComponent(waybillNo)
  /** What was invoiced of it, and what it leaves. */
  const links = [
    useRight('billApplyList').browse && (['billApplyList', `tab=all&q=${no}`] as const),
    useRight('profitView').browse && (['profitView', `from=${bizDate}&to=${bizDate}&q=${no}`] as const),
  ].flatMap((link) => (link === false ? [] : [link]))
  return (
    <RecordSheet
      of={charges}
      width={960}
      onClose={onClose}
      title={row.waybillNo}
      state={({ priceState }) => <RecordState words="priceState" of={priceState} tones={priceTones} struck={false} />}
    >
      {(data) => (
        <>
          <Facts
            columns={3}
            facts={[
              { label: t('waybills:column.customer'), value: row.customerName ?? t('waybills:filter.walkIn') },
              { label: t('waybills:column.chargeWeight'), value: `${weight(row.chargeWeight)} kg` },
              { label: t('waybills:column.payMethod'), value: paymentText(row, language) },
              { label: t('waybills:column.receivable'), value: <b>{money(data.receivable)}</b> },
              {
                label: t('waybills:column.invoicing'),
                value: <RecordState words="invoicing" of={row.invoicing} tones={invoicingTones} />,
              },
              {
                label: t('waybills:column.collection'),
                value: <RecordState words="collection" of={row.collection} tones={collectionTones} />,
              },
            ]}
          />
          <ChargeLines charges={data.charges} />
          {data.costs && <CostsSection costs={data.costs} />}
          {links.length > 0 && (
            <p className={styles.links}>
              {links.map(([page, query]) => (
                <Link key={page} to={`${pathTo(page)}?${query}`}>
                  {pageOf(page).titles[language]}
                </Link>
              ))}
            </p>
          )}
        </>
      )}
    </RecordSheet>
  )
}
