import { useQuery } from '@tanstack/react-query'
import { tryTransportPrice } from '@xunyun/contract/prices/calls'
import { ConfigProvider, Form } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { DecimalInput, IntegerInput, VolumeInput, WeightInput } from '../../shared/form/inputs.tsx'
import { money } from '../../shared/ui/format.ts'
import { Curve } from './Curve.tsx'
import styles from './Prices.module.css'
import { inputOf, type PriceValues } from './priceValues.ts'
import { Steps } from './Steps.tsx'

type Cargo = { weight?: string; volume?: string; pieces?: number; km?: string }
const points = 40

/** Beside the form: what the price makes of a freight, step by step, and how it grows. Nothing is stored. */
export function LivePrice() {
  const { t } = useTranslation('prices')
  const form = Form.useFormInstance<PriceValues>()
  const values = (Form.useWatch([], form) ?? {}) as PriceValues
  const [cargo, setCargo] = useState<Cargo>({ weight: '120', volume: '0.5', pieces: 10, km: '100' })
  const asked = useDeferredValue(JSON.stringify({ price: { ...inputOf(values), name: values.name || '-' }, cargo }))
  const tried = useQuery({
    queryKey: [tryTransportPrice.path, asked],
    queryFn: ({ signal }) => {
      const { price, cargo: one } = JSON.parse(asked) as { price: ReturnType<typeof inputOf>; cargo: Cargo }
      const size = { weight: one.weight ?? '0', volume: one.volume ?? '0', pieces: one.pieces ?? 0, km: one.km }
      const most = Math.max(1, Number(price.basis === 'volume' ? size.volume : size.weight) * 2)
      const curve = Array.from({ length: points }, (_, at) => {
        const share = ((at + 1) / points) * most
        return price.basis === 'volume'
          ? { ...size, volume: share.toFixed(4) }
          : { ...size, weight: share.toFixed(3), volume: '0' }
      })
      return api(tryTransportPrice, { price, freights: [size, ...curve] as never }, { signal, quiet: true })
    },
    retry: false,
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const [mine, ...curve] = tried.data ?? []
  const byWeight = ['weight', 'chargeable', 'greater', 'volume'].includes(values.basis ?? '')
  return (
    // What it is tried with is no part of the price: it can be typed where the price can only be looked at.
    <ConfigProvider componentDisabled={false}>
      <aside className={styles.live}>
        <h3>{t('live.title')}</h3>
        <div className={styles.cargo}>
          <CargoField label={t('field.weight')}>
            <WeightInput value={cargo.weight} onChange={(weight) => setCargo({ ...cargo, weight })} suffix="kg" />
          </CargoField>
          <CargoField label={t('field.volume')}>
            <VolumeInput value={cargo.volume} onChange={(volume) => setCargo({ ...cargo, volume })} suffix="m³" />
          </CargoField>
          <CargoField label={t('field.pieces')}>
            <IntegerInput
              value={cargo.pieces}
              onChange={(pieces) => setCargo({ ...cargo, pieces: Number(pieces ?? 0) || 0 })}
            />
          </CargoField>
          {values.basis === 'km' && (
            <CargoField label={t('unit.km')}>
              <DecimalInput places={1} value={cargo.km} onChange={(km) => setCargo({ ...cargo, km })} suffix="km" />
            </CargoField>
          )}
        </div>
        {tried.isError || !mine ? (
          <p className={styles.quiet}>{tried.isError ? t('live.incomplete') : ' '}</p>
        ) : (
          <>
            <p className={styles.amount}>
              <b>{money(mine.amount)}</b> {t('unit.yuan')}
            </p>
            <Steps steps={mine.steps} />
            {byWeight && curve.length > 1 && (
              <Curve
                amounts={curve.map(({ amount }) => Number(amount))}
                most={Math.max(1, Number(values.basis === 'volume' ? cargo.volume : cargo.weight) * 2)}
                unit={values.basis === 'volume' ? 'm³' : 'kg'}
                label={t('live.curve')}
              />
            )}
          </>
        )}
      </aside>
    </ConfigProvider>
  )
}

export function CargoField({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control
    <label>
      <span>{label}</span>
      {children}
    </label>
  )
}
