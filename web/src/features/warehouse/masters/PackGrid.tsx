import { wordFor } from '@xunyun/contract/dictionary'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../shared/form/Choice.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { LineGrid } from '../../../shared/form/LineGrid.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'

export type Pack = { unit?: string; ratio?: string; barcode?: string }
type Props = {
  readonly value?: readonly Pack[]
  readonly onChange?: (packs: readonly Pack[]) => void
}

/** Larger units of an item, each by how many base units are in it. */
export function PackGrid({ value, onChange }: Props) {
  const { t } = useTranslation('warehouse/masters')
  const language = useLanguage()
  const form = Form.useFormInstance()
  const base = Form.useWatch<string | undefined>('baseUnit', form)
  return (
    <LineGrid<Pack>
      name="packs"
      label={t('section.packs')}
      value={value}
      onChange={onChange}
      add={t('pack.add')}
      none={t('pack.none')}
      blank={(packs) => ({
        unit: (['box', 'pallet'] as const).find((unit) => !packs.some((pack) => pack.unit === unit)),
      })}
      columns={[
        {
          key: 'unit',
          title: t('pack.unit'),
          required: true,
          width: 160,
          render: ({ unit }, change, props) => (
            <Choice
              type="unit"
              allowClear={false}
              {...props}
              value={unit}
              onChange={(next: string) => change({ unit: next })}
            />
          ),
        },
        {
          key: 'ratio',
          title: t('pack.ratio'),
          required: true,
          width: 200,
          render: ({ ratio }, change, props) => (
            <DecimalInput
              places={4}
              short
              {...props}
              suffix={base && wordFor('unit', base, language)}
              value={ratio}
              onChange={(next) => change({ ratio: next })}
            />
          ),
        },
        {
          key: 'barcode',
          title: t('pack.barcode'),
          render: ({ barcode }, change, props) => (
            <Input
              {...props}
              value={barcode ?? ''}
              onChange={({ target }) => change({ barcode: target.value.trim() || undefined })}
            />
          ),
        },
      ]}
    />
  )
}
