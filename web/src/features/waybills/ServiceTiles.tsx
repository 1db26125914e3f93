import { wordFor } from '@xunyun/contract/dictionary'
import type { ServiceLine } from '@xunyun/contract/waybills/charges'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import styles from './Charges.module.css'

export type ServiceDraft = Pick<ServiceLine, 'type'> & Partial<Omit<ServiceLine, 'type'>>

/** In the order they are asked for; the first two take what stands on the waybill, some are counted. */
const types: readonly ServiceLine['type'][] = [
  'insurance',
  'cod',
  'stairs',
  'packing',
  'handling',
  'forklift',
  'storehouse',
  'urgent',
  'notice',
  'receipt',
  'sms',
]
const counted = new Set<string>(['stairs', 'packing', 'handling', 'forklift', 'sms'])

type Props = {
  readonly value?: readonly ServiceDraft[]
  readonly onChange?: (services: readonly ServiceDraft[]) => void
  readonly errors: ReadonlyMap<number, string>
}

/** Services as tiles: one click each, a quantity where it counts, and who pays it. */
export function ServiceTiles({ value = [], onChange, errors }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const set = (type: ServiceLine['type'], on: boolean) =>
    onChange?.(on ? [...value, { type }] : value.filter((service) => service.type !== type))
  const put = (type: ServiceLine['type'], part: Partial<ServiceDraft>) =>
    onChange?.(value.map((one) => (one.type === type ? { ...one, ...part } : one)))
  return (
    <>
      <div className={styles.tiles}>
        {types.map((type) => {
          const at = value.findIndex((service) => service.type === type)
          const service = value[at]
          const name = wordFor('addedService', type, language)
          return (
            <div key={type} className={styles.tile} data-on={service !== undefined || undefined}>
              <Checkbox checked={service !== undefined} onChange={(event) => set(type, event.target.checked)}>
                {name}
              </Checkbox>
              {service && counted.has(type) && (
                <DecimalInput
                  places={3}
                  aria-label={t('task.serviceQty', { name })}
                  placeholder="1"
                  value={service.qty}
                  onChange={(qty) => put(type, { qty })}
                />
              )}
              {service && (
                <Choice
                  type="servicePayer"
                  size="small"
                  variant="borderless"
                  className={styles.payer}
                  allowClear={false}
                  popupMatchSelectWidth={false}
                  aria-label={t('task.servicePayer', { name })}
                  value={service.payer ?? 'customer'}
                  onChange={(payer: NonNullable<ServiceDraft['payer']>) => put(type, { payer })}
                />
              )}
            </div>
          )
        })}
      </div>
      {[...errors].map(([at, message]) => (
        <div key={at} className={styles.wrong} role="alert">
          {value[at] ? `${wordFor('addedService', value[at].type, language)}: ${message}` : message}
        </div>
      ))}
    </>
  )
}
