import { feeName } from '@xunyun/contract/costs/feeName'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import type { WaybillCosts } from '@xunyun/contract/waybills/charges'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DetailSection } from '../../shared/detail/DetailPage.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { money } from '../../shared/ui/format.ts'
import { DocumentLink } from '../money/index.ts'

/** What a waybill costs, share by share with the leg it comes from, what is under review, and what is left of the receivable. */
export function CostsSection({ costs }: { costs: WaybillCosts }) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const rate = costs.rate === null ? '' : ` · ${costs.rate} %`
  return (
    <DetailSection title={t('costs.title')}>
      <LinesTable
        label={t('costs.title')}
        rows={costs.shares}
        keyOf={({ chargeId }) => chargeId}
        none={t('costs.none')}
        columns={[
          [
            t('costs.of'),
            ({ arrangementId, arrangementNo, arrangementKind, docNo }) =>
              arrangementId === null ? (
                docNo
              ) : (
                <Link to={arrangementPath(arrangementKind as ArrangementKind, arrangementId)}>{arrangementNo}</Link>
              ),
          ],
          [t('price.fee'), (share) => feeName(share, language)],
          [t('costs.payee'), ({ payeeName }) => payeeName],
          [
            t('costs.settledBy'),
            ({ settledBy }) =>
              settledBy.map((one) => (
                <div key={one.docNo}>
                  <DocumentLink {...one} />
                </div>
              )),
          ],
          [t('costs.whole'), ({ whole }) => money(whole), 'right'],
          [t('costs.share'), ({ amount }) => money(amount), 'right'],
        ]}
        foot={[t('costs.total'), '', '', '', '', money(costs.total)]}
      />
      <p>
        {t('costs.margin')} <b>{money(costs.margin)}</b>
        {rate}
        {Number(costs.pending) !== 0 && ` · ${t('costs.pending')} ${money(costs.pending)}`}
      </p>
    </DetailSection>
  )
}
