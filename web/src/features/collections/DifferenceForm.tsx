import { useQuery } from '@tanstack/react-query'
import { getHandIn, type HandInRow, settleDifference } from '@xunyun/contract/collections/calls'
import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { money } from '../../shared/ui/format.ts'
import { collectionPaths } from './paths.ts'

type Props = { readonly row: HandInRow; readonly as: 'makeUp' | 'keep'; readonly onClose: () => void }

/** 补交, 长款收入: the account that it goes into; the one that what was counted went into is proposed. */
export function DifferenceForm({ row, as, onClose }: Props) {
  const { t } = useTranslation('collections')
  const settle = useAction(settleDifference, { refresh: collectionPaths, success: t(`done.${as}`) })
  const found = useQuery({ ...q(getHandIn, { id: row.id }), staleTime: 0 })
  const counted = found.data?.lines.find(({ accountId }) => accountId !== null)
  return (
    <FormDrawer<{ readonly cashAccountId?: number }>
      name={`${as}-${row.id}`}
      title={t(`difference.${as}`, { no: row.no, amount: money(row.difference?.replace('-', '')) })}
      submitLabel={t(`act.${as}`)}
      width={440}
      call={settleDifference}
      initial={!found.isFetchedAfterMount ? undefined : counted?.accountId ? { cashAccountId: counted.accountId } : {}}
      onSubmit={(values, options) => settle.run({ id: row.id, version: row.version, ...values } as never, options)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="cashAccountId" label={t('count.account')}>
          <Lookup call={getCashAccountChoices} known={known(counted?.accountId, counted?.accountName)} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
