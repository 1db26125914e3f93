import { useTranslation } from 'react-i18next'
import type { FieldMessage } from '../../shared/api/fieldErrors.ts'
import { trimmed } from '../../shared/form/decimals.ts'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { LineGrid } from '../../shared/form/LineGrid.tsx'
import { figure } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import styles from './Prices.module.css'
import { parseTiers, retied, type TierDraft } from './tiers.ts'

type Props = {
  value?: readonly TierDraft[]
  onChange?: (tiers: readonly TierDraft[]) => void
  unit: string
  messages: readonly FieldMessage[]
}

/** Bands one behind the other: where one ends the next begins, so that there is no gap and no overlap to type. */
export function TierEditor({ value = [], onChange, unit, messages }: Props) {
  const { t } = useTranslation('prices')
  const set = (tiers: readonly TierDraft[]) => onChange?.(retied(tiers))
  /** One error a band, whichever of its figures it is about. */
  const errors = new Map(
    messages
      .filter(({ name: [root, at] }) => root === 'tiers' && at !== undefined)
      .map(({ name: [, at], errors: [error] }) => [`${at}.`, error ?? ''] as const)
      .reverse(),
  )
  return (
    <LineGrid<TierDraft>
      name="tiers"
      label={t('field.tiers')}
      value={value}
      onChange={set}
      errors={errors}
      blank={() => ({})}
      add={t('tier.add')}
      none={t('tier.none')}
      onPaste={(text) => {
        const tiers = parseTiers(text)
        if (tiers === null) toast.error(t('tier.notTable'))
        else set(tiers)
      }}
      columns={[
        {
          key: 'from',
          title: t('tier.from', { unit }),
          right: true,
          shown: true,
          className: styles.from,
          render: ({ from }) => figure(trimmed(from ?? '0')),
        },
        {
          key: 'to',
          title: t('tier.to', { unit }),
          right: true,
          render: ({ to }, change, props, at) => (
            <DecimalInput
              places={4}
              short
              {...props}
              placeholder={at === value.length - 1 ? '∞' : undefined}
              value={to}
              onChange={(next) => change({ to: next })}
            />
          ),
        },
        {
          key: 'price',
          title: t('tier.price', { unit }),
          right: true,
          render: ({ price }, change, props) => (
            <DecimalInput places={4} short {...props} value={price} onChange={(next) => change({ price: next })} />
          ),
        },
      ]}
    />
  )
}
