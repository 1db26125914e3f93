import { type HandInRow, settleDifference } from '@xunyun/contract/collections/calls'
import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { money } from '../../shared/ui/format.ts'
import { collectionPaths } from './paths.ts'

type Props = { readonly row: HandInRow; readonly as: 'makeUp' | 'keep'; readonly onClose: () => void }

/** 补交, 长款收入: the account that it goes into. */
export function DifferenceForm({ row, as, onClose }: Props) {
  const { t } = useTranslation('collections')
  const settle = useAction(settleDifference, { refresh: collectionPaths, success: t(`act.${as}`) })
  return (
    <FormDrawer<{ readonly cashAccountId: number }>
      name={`${as}-${row.id}`}
      title={t(`difference.${as}`, { no: row.no, amount: money(row.difference?.replace('-', '')) })}
      submitLabel={t(`act.${as}`)}
      width={440}
      call={settleDifference}
      initial={{}}
      onSubmit={(values, options) => settle.run({ id: row.id, version: row.version, ...values }, options)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="cashAccountId" label={t('count.account')}>
          <Lookup call={getCashAccountChoices} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
