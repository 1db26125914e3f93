import { wordFor } from '@xunyun/contract/dictionary'
import type { WaybillCharges } from '@xunyun/contract/waybills/charges'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { DetailSection } from '../../shared/detail/DetailPage.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useIsCustomer, useRight } from '../../shared/session/session.ts'
import { dotted, figure, money } from '../../shared/ui/format.ts'
import { DocumentLink } from '../money/index.ts'

/** 代收货款 that was paid out, by document: what was collected, what was kept of it, what the customer got and when. */
export function PayoutsSection({ payouts }: { payouts: WaybillCharges['payouts'] }) {
  const { t } = useTranslation(['waybills', 'collections'])
  const language = useLanguage()
  const isCustomer = useIsCustomer()
  const readsOwn = useRight('freight').browse && isCustomer
  const title = dotted(t('column.codAmount'), wordFor('codState', 'paidOut', language))
  return (
    <DetailSection title={title}>
      <LinesTable
        label={title}
        rows={payouts}
        keyOf={({ no }) => no}
        columns={[
          [
            t('collections:cod.payoutNo'),
            ({ no }) =>
              readsOwn ? (
                <Link to={`${pathTo('freight')}?view=payouts&q=${encodeURIComponent(no)}`}>{no}</Link>
              ) : (
                <DocumentLink docType="codPayout" docNo={no} />
              ),
          ],
          [t('collections:payout.day'), ({ day }) => day],
          [t('collections:payout.waybills'), ({ waybills }) => figure(waybills), 'right'],
          [t('collections:payout.gross'), ({ gross }) => money(gross), 'right'],
          [t('collections:payout.deducted'), ({ deducted }) => money(deducted), 'right'],
          [t('collections:payout.net'), ({ net }) => money(net), 'right'],
        ]}
      />
    </DetailSection>
  )
}
