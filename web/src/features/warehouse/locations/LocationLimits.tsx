import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput, IntegerInput, VolumeInput, WeightInput } from '../../../shared/form/inputs.tsx'
import { volume, weight } from '../../../shared/ui/format.ts'

/** What a location can hold: of one, and of all that a pattern makes. */
export function LocationLimits() {
  const { t } = useTranslation(['warehouse/locations', 'ui'])
  const yesNo = (on: boolean) => t(on ? 'ui:master.yes' : 'ui:master.no')
  return (
    <FormSection title={t('section.limits')} hint={t('hint.limits')}>
      <Field name="maxWeight" label={t('location.maxWeight')} says={weight}>
        <WeightInput suffix="kg" />
      </Field>
      <Field name="maxVolume" label={t('location.maxVolume')} says={volume}>
        <VolumeInput suffix="m³" />
      </Field>
      <Field name="maxPallets" label={t('location.maxPallets')}>
        <IntegerInput />
      </Field>
      <Field name="abc" label={t('location.abc')}>
        <Choice type="abcClass" />
      </Field>
      <Field name="lengthCm" label={t('location.lengthCm')}>
        <DecimalInput places={2} suffix="cm" />
      </Field>
      <Field name="widthCm" label={t('location.widthCm')}>
        <DecimalInput places={2} suffix="cm" />
      </Field>
      <Field name="heightCm" label={t('location.heightCm')}>
        <DecimalInput places={2} suffix="cm" />
      </Field>
      <span />
      <Field
        name="mixItem"
        required={false}
        label={t('location.mixItem')}
        valuePropName="checked"
        says={yesNo}
        hint={t('hint.mixItem')}
      >
        <Checkbox />
      </Field>
      <Field
        name="mixBatch"
        required={false}
        label={t('location.mixBatch')}
        valuePropName="checked"
        says={yesNo}
        hint={t('hint.mixBatch')}
      >
        <Checkbox />
      </Field>
    </FormSection>
  )
}
