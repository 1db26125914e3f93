import { wordFor } from '@xunyun/contract/dictionary'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { LineGrid } from '../../shared/form/LineGrid.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { money } from '../../shared/ui/format.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import type { ApplyPart } from './applyLines.ts'

type Props = {
  readonly value?: readonly ApplyPart[]
  readonly onChange?: (parts: readonly ApplyPart[]) => void
  /** Lines follow the parts. */
  readonly onParts: (parts: readonly ApplyPart[]) => void
}

/** Charges that are applied for, each with how much of it. */
export function PartGrid({ value = [], onParts }: Props) {
  const { t } = useTranslation('invoices')
  const language = useLanguage()
  const isPhone = useIsPhone()
  const sum = (of: (part: ApplyPart) => string) => money(sumDecimals(value.map(of), 2))
  const asked = ({ asked, open }: ApplyPart) => asked ?? open
  return (
    <LineGrid<ApplyPart>
      name="parts"
      label={t('apply.charges')}
      value={value}
      onChange={onParts}
      numbered
      cards={isPhone}
      none={t('apply.none')}
      foot={{
        amount: sum((part) => asked(part)),
        open: sum(({ open }) => open),
      }}
      columns={[
        { key: 'chargeId', title: t('part.waybillNo'), shown: true, width: 136, render: ({ waybillNo }) => waybillNo },
        {
          key: 'feeItem',
          title: t('part.feeItem'),
          shown: true,
          width: 92,
          render: ({ feeItem }) => wordFor('feeItem', feeItem, language),
        },
        { key: 'day', title: t('part.day'), shown: true, width: 96, render: ({ day }) => day },
        { key: 'route', title: t('apply.route'), shown: true, width: 116, render: ({ route }) => route },
        { key: 'rate', title: t('line.rate'), shown: true, right: true, width: 60, render: ({ rate }) => `${rate}%` },
        {
          key: 'charged',
          title: t('apply.charged'),
          shown: true,
          right: true,
          width: 92,
          render: ({ amount }) => money(amount),
        },
        {
          key: 'applied',
          title: t('apply.applied'),
          shown: true,
          right: true,
          width: 92,
          render: ({ applied }) => money(applied),
        },
        { key: 'open', title: t('apply.open'), shown: true, right: true, width: 92, render: ({ open }) => money(open) },
        {
          key: 'amount',
          title: t('part.amount'),
          required: true,
          right: true,
          width: 116,
          render: (part, change, props) => (
            <MoneyInput {...props} value={asked(part)} onChange={(next) => change({ asked: next ?? '' })} />
          ),
        },
      ]}
    />
  )
}
