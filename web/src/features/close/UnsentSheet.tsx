import { useQuery } from '@tanstack/react-query'
import { getUnsentCosts } from '@xunyun/contract/close/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'

/** The costs of a month that nobody has sent in, each with the document it stands on. */
export function UnsentSheet({ month, onClose }: { month: string; onClose: () => void }) {
  const { t } = useTranslation(['close', 'costs'])
  const language = useLanguage()
  const costs = useQuery(q(getUnsentCosts, { month }))
  return (
    <Sheet title={`${t('check.unsent')} · ${month}`} width={860} onClose={onClose}>
      <Loaded of={costs}>
        {(rows) => (
          <LinesTable
            label={t('check.unsent')}
            rows={rows}
            none={t('nothing')}
            columns={[
              [t('costs:column.docNo'), ({ no, link }) => <Link to={link}>{no}</Link>],
              [t('state'), ({ state }) => wordFor('applicationState', state, language)],
              [
                t('costs:column.feeItem'),
                ({ feeItem, payPart }) =>
                  dotted(
                    wordFor('feeItem', feeItem as never, language),
                    payPart === null ? '' : wordFor('payPart', payPart as never, language),
                  ),
              ],
              [t('costs:column.party'), ({ partyName }) => partyName],
              [t('costs:column.outlet'), ({ outletName }) => outletName],
              [t('costs:column.day'), ({ at }) => dateTime(at)],
              [t('costs:column.amount'), ({ amount }) => money(amount), 'right'],
            ]}
            foot={[
              rows.length,
              null,
              null,
              null,
              null,
              null,
              money(
                sumDecimals(
                  rows.map(({ amount }) => amount),
                  2,
                ),
              ),
            ]}
          />
        )}
      </Loaded>
    </Sheet>
  )
}
