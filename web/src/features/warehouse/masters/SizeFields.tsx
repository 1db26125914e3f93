import { Exact } from '@xunyun/contract/kernel/decimal'
import { Button, Form } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput, WeightInput } from '../../../shared/form/inputs.tsx'
import { weight } from '../../../shared/ui/format.ts'

/** Cubic metres of three sides in centimetres; undefined while one is missing. */
export function volumeOf(sides: readonly (string | null | undefined)[]): string | undefined {
  if (!sides.every((side) => side && /^\d+(\.\d+)?$/.test(side))) return undefined
  return sides
    .reduce((product, side) => product.times(side ?? 0), new Exact(1))
    .div(1_000_000)
    .toFixed(6)
}

/** 尺寸重量 of one base unit. The volume follows the three sides until it is typed itself. */
export function SizeFields() {
  const { t } = useTranslation('warehouse/masters')
  const form = Form.useFormInstance()
  const fill = useFill()
  const length = Form.useWatch<string | undefined>('lengthCm', form)
  const width = Form.useWatch<string | undefined>('widthCm', form)
  const height = Form.useWatch<string | undefined>('heightCm', form)
  const volume = Form.useWatch<string | undefined>('volume', form)
  const calculated = volumeOf([length, width, height])
  const before = useRef(calculated)
  useEffect(() => {
    if (before.current === calculated) return
    const follows = !form.getFieldValue('volume') || form.getFieldValue('volume') === before.current
    before.current = calculated
    if (follows && calculated !== undefined && form.isFieldsTouched(['lengthCm', 'widthCm', 'heightCm']))
      fill({ volume: calculated })
  }, [calculated, form, fill])
  const differs = calculated !== undefined && volume !== calculated
  return (
    <FormSection title={t('section.size')} hint={t('hint.size')}>
      <Field name="lengthCm" label={t('item.lengthCm')}>
        <DecimalInput places={2} suffix="cm" />
      </Field>
      <Field name="widthCm" label={t('item.widthCm')}>
        <DecimalInput places={2} suffix="cm" />
      </Field>
      <Field name="heightCm" label={t('item.heightCm')}>
        <DecimalInput places={2} suffix="cm" />
      </Field>
      <Field
        name="volume"
        label={t('item.volume')}
        hint={
          differs && (
            <Button type="link" size="small" onClick={() => fill({ volume: calculated })}>
              {t('hint.volume', { volume: calculated })}
            </Button>
          )
        }
      >
        <DecimalInput places={6} suffix="m³" />
      </Field>
      <Field name="netWeight" label={t('item.netWeight')} says={weight}>
        <WeightInput suffix="kg" />
      </Field>
      <Field name="grossWeight" label={t('item.grossWeight')} says={weight}>
        <WeightInput suffix="kg" />
      </Field>
    </FormSection>
  )
}
