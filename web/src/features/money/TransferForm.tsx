import { getCashAccountChoices, transferMoney } from '@xunyun/contract/money/accounts'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { Sending } from '../../shared/api/api.ts'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { day } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'

type Values = Sending<typeof transferMoney>

/** Moves money from one account to another. */
export function TransferForm({ from, onClose }: { from: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('money')
  const transfer = useAction(transferMoney, { refresh: ['/api/Money/'] })
  return (
    <FormDrawer<Values>
      name="transferMoney"
      title={t('transfer.title')}
      submitLabel={t('transfer.open')}
      width={480}
      call={transferMoney}
      initial={{ fromId: from, day: day(serverNow()) } as Partial<Values>}
      onSubmit={async (values, options) => {
        const { no } = await transfer.run(values, options)
        toast.success(t('transfer.done', { no }))
      }}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="fromId" label={t('transfer.from')}>
          <Lookup call={getCashAccountChoices} />
        </Field>
        <Field name="toId" label={t('transfer.to')}>
          <Lookup call={getCashAccountChoices} />
        </Field>
        <Field name="amount" label={t('transfer.amount')}>
          <MoneyInput />
        </Field>
        <Field name="day" label={t('transfer.day')}>
          <DayInput />
        </Field>
        <Field name="note" label={t('transfer.note')}>
          <Input />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
