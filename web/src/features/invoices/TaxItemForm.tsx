import { wordFor } from '@xunyun/contract/dictionary'
import { addTaxItem, changeTaxItem, getTaxItem, type TaxItemRow } from '@xunyun/contract/invoices/taxItems'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput, NumberInput } from '../../shared/form/inputs.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { billingPaths } from './paths.ts'

/** Adds a tax item or changes one: a new rate is a new one from its first day on. */
export function TaxItemForm({ item, onClose }: { item: TaxItemRow | null; onClose: () => void }) {
  const { t } = useTranslation(['invoices', 'ui'])
  const language = useLanguage()
  const { form } = useRecordForm(item, {
    name: 'taxItem',
    add: addTaxItem,
    change: changeTaxItem,
    get: (id) => api(getTaxItem, { id }),
    refresh: billingPaths,
    fresh: { freight: false, invoiceable: true },
  })
  const say = (on: boolean) => t(on ? 'ui:master.yes' : 'ui:master.no')
  const feeItem = (code: string) => wordFor('feeItem', code as TaxItemRow['feeItem'], language)
  return (
    <FormDrawer
      {...form}
      title={item ? t('taxItem.edit', { name: feeItem(item.feeItem) }) : t('taxItem.new')}
      onClose={onClose}
    >
      <FormSection title={t('view.taxItems')}>
        <Field name="feeItem" label={t('taxItem.feeItem')} says={feeItem}>
          <Choice type="feeItem" placeholder={t('ui:form.choose')} />
        </Field>
        <Field name="itemName" label={t('taxItem.itemName')} hint={t('taxItem.itemHint')}>
          <Input />
        </Field>
        <Field name="classCode" label={t('taxItem.classCode')} span={2}>
          <NumberInput inputMode="numeric" maxLength={19} />
        </Field>
        <Field name="generalRate" label={t('taxItem.generalRate')}>
          <DecimalInput places={2} suffix="%" />
        </Field>
        <Field name="smallRate" label={t('taxItem.smallRate')}>
          <DecimalInput places={2} suffix="%" />
        </Field>
        <Field name="validFrom" label={t('taxItem.validFrom')} hint={t('taxItem.daysHint')}>
          <DayInput />
        </Field>
        <Field name="validTo" label={t('taxItem.validTo')}>
          <DayInput />
        </Field>
        <Field name="freight" label={t('taxItem.freight')} valuePropName="checked" says={say}>
          <Checkbox />
        </Field>
        <Field name="invoiceable" label={t('taxItem.invoiceable')} valuePropName="checked" says={say}>
          <Checkbox />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
