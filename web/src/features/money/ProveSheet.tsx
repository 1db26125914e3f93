import { useQuery } from '@tanstack/react-query'
import { type MoneyDifference, proveMoney } from '@xunyun/contract/money/accounts'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { dateTime, money } from '../../shared/ui/format.ts'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'

/** 核对账务 (M27): the whole ledger now, and what differs by account and document. */
export function ProveSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('money')
  const proved = useQuery({ ...q(proveMoney, {}), staleTime: 0, gcTime: 0 })
  return (
    <Sheet title={t('prove.title')} width={560} onClose={onClose}>
      <p>{t('prove.hint')}</p>
      <Loaded of={proved}>
        {({ at, differences }) =>
          differences.length === 0 ? (
            <p role="status">{t('prove.agrees', { at: dateTime(at) })}</p>
          ) : (
            <LinesTable<MoneyDifference>
              label={t('prove.title')}
              rows={differences}
              keyOf={({ proof, name }) => `${proof} ${name}`}
              columns={[
                [t('prove.proof'), ({ proof }) => t(`prove.${proof}`)],
                [t('prove.name'), ({ account, name }) => [account, name].filter(Boolean).join(' ')],
                [t('prove.difference'), ({ difference }) => money(difference), 'right'],
              ]}
            />
          )
        }
      </Loaded>
    </Sheet>
  )
}
