import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { calculateFreight, type PriceRow } from '@xunyun/contract/prices/calls'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { DecimalInput, IntegerInput, VolumeInput, WeightInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { day, money, weight } from '../../shared/ui/format.ts'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { CargoField } from './LivePrice.tsx'
import styles from './Prices.module.css'
import { Steps } from './Steps.tsx'

type Asked = {
  direction: 'receivable' | 'payable'
  customerId?: number
  bizDate?: string
  fromRegion?: string
  toRegion?: string
  transMode?: string
  serviceType?: string
  vehicleModel?: string
  goodsType?: string
  weight?: string
  volume?: string
  pieces?: number
  km?: string
}

/** 试算: the price that holds for a freight, each step of it, and the prices that were passed over and why. */
export function CalculatorSheet({ price, onClose }: { price: PriceRow | null; onClose: () => void }) {
  const { t } = useTranslation('prices')
  const [asked, setAsked] = useState<Asked>(() => ({
    direction: price?.direction ?? 'receivable',
    customerId: price?.companyId ?? undefined,
    bizDate: day(serverNow()),
    fromRegion: price?.fromRegion ?? undefined,
    toRegion: price?.toRegion ?? undefined,
    transMode: price?.transMode ?? 'road',
    serviceType: price?.serviceType ?? 'normal',
    vehicleModel: price?.vehicleModel ?? undefined,
    goodsType: price?.goodsType ?? undefined,
    weight: '100',
    volume: '0.5',
    pieces: 10,
  }))
  const set = (patch: Partial<Asked>) => setAsked((before) => ({ ...before, ...patch }))
  const settled = useDeferredValue(asked)
  const complete = Boolean(
    settled.bizDate && settled.fromRegion && settled.toRegion && settled.weight && settled.volume && settled.pieces,
  )
  const found = useQuery({
    ...q(calculateFreight, settled as never),
    enabled: complete,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const quote = found.data?.quote
  return (
    <Sheet title={t('calculator.title')} width={560} onClose={onClose}>
      <div className={styles.cargo} data-columns="2">
        <CargoField label={t('field.direction')}>
          <Choice
            type="priceDirection"
            allowClear={false}
            value={asked.direction}
            onChange={(direction: Asked['direction']) => set({ direction, customerId: undefined })}
          />
        </CargoField>
        <CargoField label={t('field.companyId')}>
          <Lookup
            call={getCompanyChoices}
            input={{
              roles:
                asked.direction === 'payable' ? ['carrier', 'special', 'courier'] : ['customer', 'owner', 'settle'],
            }}
            value={asked.customerId}
            onChange={(customerId) => set({ customerId: customerId as number | undefined })}
            placeholder={t('calculator.walkIn')}
          />
        </CargoField>
        <CargoField label={t('field.from')}>
          <RegionPicker value={asked.fromRegion} onChange={(fromRegion) => set({ fromRegion })} anyLevel />
        </CargoField>
        <CargoField label={t('field.to')}>
          <RegionPicker value={asked.toRegion} onChange={(toRegion) => set({ toRegion })} anyLevel />
        </CargoField>
        <CargoField label={t('field.weight')}>
          <WeightInput value={asked.weight} onChange={(value) => set({ weight: value })} suffix="kg" />
        </CargoField>
        <CargoField label={t('field.volume')}>
          <VolumeInput value={asked.volume} onChange={(value) => set({ volume: value })} suffix="m³" />
        </CargoField>
        <CargoField label={t('field.pieces')}>
          <IntegerInput value={asked.pieces} onChange={(pieces) => set({ pieces: Number(pieces ?? 0) || undefined })} />
        </CargoField>
        <CargoField label={t('field.bizDate')}>
          <DayInput value={asked.bizDate} onChange={(bizDate) => set({ bizDate })} />
        </CargoField>
        <CargoField label={t('field.transMode')}>
          <Choice type="transMode" value={asked.transMode} onChange={(transMode: string) => set({ transMode })} />
        </CargoField>
        <CargoField label={t('field.serviceType')}>
          <Choice
            type="serviceType"
            value={asked.serviceType}
            onChange={(serviceType: string) => set({ serviceType })}
          />
        </CargoField>
        <CargoField label={t('field.goodsType')}>
          <Choice type="goodsType" value={asked.goodsType} onChange={(goodsType: string) => set({ goodsType })} />
        </CargoField>
        <CargoField label={t('field.vehicleModel')}>
          <Choice
            type="vehicleModel"
            value={asked.vehicleModel}
            onChange={(vehicleModel: string) => set({ vehicleModel })}
          />
        </CargoField>
        <CargoField label={t('unit.km')}>
          <DecimalInput places={1} value={asked.km} onChange={(km) => set({ km })} suffix="km" />
        </CargoField>
      </div>
      <div className={styles.answer} aria-live="polite">
        {!complete ? (
          <p className={styles.quiet}>{t('calculator.incomplete')}</p>
        ) : quote ? (
          <>
            <p className={styles.amount}>
              <b>{money(quote.amount)}</b> {t('unit.yuan')}
              <span>{t('calculator.chargeWeight', { weight: weight(quote.chargeWeight) })}</span>
              {quote.leadDays !== null && <span>{t('calculator.days', { days: quote.leadDays })}</span>}
            </p>
            <Steps steps={quote.steps} />
          </>
        ) : (
          found.data && <p className={styles.quiet}>{t('calculator.none')}</p>
        )}
        {(found.data?.passedOver.length ?? 0) > 0 && (
          <>
            <h3 className={styles.title}>{t('calculator.passedOver')}</h3>
            <ul className={styles.passed}>
              {found.data?.passedOver.map((other) => (
                <li key={other.priceId}>
                  {other.priceName} <small>{t(`why.${other.why}`)}</small>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Sheet>
  )
}
