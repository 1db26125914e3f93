import {
  type CostApplicationDetail,
  changeCostApplication,
  getCostApplication,
} from '@xunyun/contract/costs/costApplications'
import { wordFor } from '@xunyun/contract/dictionary'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { money } from '../../../shared/ui/format.ts'
import { Papers, SentBack } from '../SentBack.tsx'
import { CostAmount } from './CostAmount.tsx'
import { type CostRow, rowOf, totalOf } from './costRows.ts'
import { costPaths } from './paths.ts'

type Values = { reason: string; lines: readonly CostRow[]; submit?: boolean }

/** Other amounts, or fewer lines, of an application that is a draft or was sent back; what is taken out is free again. */
export function ApplicationForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const { form, record } = useRecordForm<CostApplicationDetail, typeof changeCostApplication>(id, {
    name: 'cost-application',
    add: changeCostApplication,
    change: changeCostApplication,
    get: (known) => api(getCostApplication, { id: known }),
    refresh: costPaths,
    valuesOf: ({ reason, lines }) => ({ reason, lines: lines.map(rowOf), submit: true }),
    inputOf: ({ lines, ...values }: Values) => ({
      ...values,
      lines: lines.map(({ id, amount, taxRate }) => ({ id, amount, taxRate })),
    }),
  })
  return (
    <FormDrawer {...form} title={t('change.title', { no: record?.no ?? '' })} onSaved={onClose} onClose={onClose}>
      <SentBack opinion={record?.opinion ?? null} />
      <FormSection columns={1}>
        <Field name="reason" label={t('costs:column.reason')}>
          <Input.TextArea rows={2} maxLength={300} />
        </Field>
        <Form.Item name="lines" noStyle>
          <Lines />
        </Form.Item>
        <Form.Item name="submit" valuePropName="checked" noStyle>
          <Checkbox>{t('change.submit')}</Checkbox>
        </Form.Item>
      </FormSection>
      <Papers of={id} />
    </FormDrawer>
  )
}

type LinesProps = { value?: readonly CostRow[]; onChange?: (rows: readonly CostRow[]) => void }

function Lines({ value = [], onChange }: LinesProps) {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const language = useLanguage()
  const columns: LineColumn<CostRow>[] = [
    {
      key: 'id',
      title: t('costs:column.feeItem'),
      shown: true,
      render: ({ payPart, feeItem = '' }) =>
        payPart ? wordFor('payPart', payPart, language) : wordFor('feeItem', feeItem, language),
    },
    { key: 'payee', title: t('costs:column.payee'), shown: true, render: ({ payeeName }) => payeeName ?? '—' },
    {
      key: 'amount',
      title: t('costs:column.amount'),
      required: true,
      right: true,
      render: (row, change, props) => <CostAmount {...props} row={row} onChange={(amount) => change({ amount })} />,
    },
    {
      key: 'taxRate',
      title: `${t('costs:column.taxRate')} %`,
      right: true,
      width: 88,
      render: ({ taxRate }, change, props) => (
        <DecimalInput {...props} places={2} short value={taxRate} onChange={(next) => change({ taxRate: next })} />
      ),
    },
  ]
  return (
    <LineGrid
      name="lines"
      label={t('lines.title')}
      cards
      columns={columns}
      value={value}
      foot={{ id: t('sums.total'), amount: money(totalOf(value)) }}
      {...(onChange ? { onChange } : {})}
    />
  )
}
