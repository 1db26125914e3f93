import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { placesOf } from '@xunyun/contract/warehouse/masters/quantity'
import { reassignStock, type ShortageRow } from '@xunyun/contract/warehouse/shipping/notices'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import type { Sending } from '../../../shared/api/api.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { outboundPaths } from './paths.ts'

type Values = Pick<Sending<typeof reassignStock>, 'qty' | 'reason'>
type Props = {
  readonly noticeId: number
  readonly row: ShortageRow
  readonly holder: ShortageRow['holders'][number]
  readonly onClose: () => void
}

/** 让出: what another notice holds of these goods goes to this one. */
export function ReassignForm({ noticeId, row, holder, onClose }: Props) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const give = useAction(reassignStock, { refresh: outboundPaths })
  const unit = wordFor('unit', row.baseUnit, language)
  const submit = async (values: Values, { key }: { key: string }) => {
    const input = { id: noticeId, lineId: row.lineId, holderId: holder.noticeId, ...values }
    const { qty, missing } = await give.run(input, { key })
    toast.success(
      t(compareDecimal(missing, '0') > 0 ? 'yield.part' : 'yield.done', {
        no: holder.noticeNo,
        qty: `${figure(qty)} ${unit}`,
        missing: figure(missing),
      }),
    )
  }
  return (
    <FormDrawer<Values>
      name={`yield-${row.lineId}-${holder.noticeId}`}
      title={t('yield.title', { no: holder.noticeNo, item: row.itemNo })}
      submitLabel={t('act.yield')}
      call={reassignStock}
      initial={{ qty: compareDecimal(holder.givable, row.missing) < 0 ? holder.givable : row.missing }}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormSection title={t('yield.what')} columns={1}>
        <Facts
          columns={2}
          facts={[
            { label: t('field.itemNo'), value: `${row.itemNo} ${row.itemName}`, span: 2 },
            { label: t('field.missing'), value: `${figure(row.missing)} ${unit}` },
            { label: t('yield.givable'), value: `${figure(holder.givable)} ${unit}` },
            { label: t('yield.holder'), value: holder.noticeNo },
            { label: t('field.requiredAt'), value: holder.requiredAt && dateTime(holder.requiredAt) },
          ]}
        />
      </FormSection>
      <FormSection columns={1}>
        <Field name="qty" label={t('yield.qty')}>
          <DecimalInput places={placesOf(row.baseUnit)} short suffix={unit} />
        </Field>
        <Field name="reason" label={t('field.reason')} hint={t('yield.hint')}>
          <Input.TextArea rows={2} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
