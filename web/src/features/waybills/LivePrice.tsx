import { useQuery } from '@tanstack/react-query'
import { calculateFreight } from '@xunyun/contract/prices/calls'
import { Form } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { useFill } from '../../shared/form/FormDrawer.tsx'
import { FormSection } from '../../shared/form/FormFrame.tsx'
import { money, weight } from '../../shared/ui/format.ts'
import { Steps } from '../prices/index.ts'
import styles from './Charges.module.css'
import { FeesEditor } from './FeesEditor.tsx'
import type { FeeDraft } from './fees.ts'
import { filled, type GoodsDraft, toGoods, totals } from './goods.ts'
import type { TaskValues } from './taskValues.ts'

type Asked = Record<string, string | number>

/** What the freight is calculated from, once enough of it is typed. */
function askedOf(values: TaskValues): Asked | null {
  const goods: readonly GoodsDraft[] = filled(values.goods ?? [])
  const sums = totals(goods)
  const { bizDate, shipper, consignee } = values
  if (!bizDate || !shipper?.region || !consignee?.region || sums.pieces < 1) return null
  const goodsTypes = new Set(goods.map((line) => toGoods(line).type))
  const [only] = goodsTypes
  const all: Record<string, string | number | undefined> = {
    customerId: values.customerId,
    bizDate,
    fromRegion: shipper.region,
    toRegion: consignee.region,
    transMode: values.transMode,
    serviceType: values.serviceType,
    vehicleModel: values.carriage === 'full' ? values.vehicleModel : undefined,
    goodsType: goodsTypes.size === 1 ? only : undefined,
    weight: sums.weight,
    volume: sums.volume,
    pieces: sums.pieces,
    km: values.carriage === 'full' ? values.km : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Asked
}

/** The price while it is typed: what the rate in force makes of it and why, and other fees where the office agreed on them. */
export function LivePrice({ mayType, errors }: { mayType: boolean; errors: ReadonlyMap<number, string> }) {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance<TaskValues>()
  const fill = useFill()
  const values = (Form.useWatch([], form) ?? {}) as TaskValues
  const fees = Form.useWatch<readonly FeeDraft[] | undefined>('charges', { form, preserve: true }) ?? []
  const asked = useDeferredValue(JSON.stringify(askedOf(values)))
  const found = useQuery({
    queryKey: [calculateFreight.path, asked],
    queryFn: ({ signal }) => api(calculateFreight, JSON.parse(asked) as never, { signal, quiet: true }),
    enabled: asked !== 'null',
    staleTime: 30_000,
    retry: false,
    placeholderData: (before) => before,
  })
  const quote = asked === 'null' ? undefined : found.data?.quote
  return (
    <FormSection title={t('task.price')} columns={1}>
      <div aria-live="polite">
        {quote ? (
          <>
            <p className={styles.liveHead}>
              <span>
                {t('column.freight')} <b>{money(quote.amount)}</b> {t('task.yuan')}
              </span>
              <span className={styles.quiet}>{t('task.chargeable', { weight: weight(quote.chargeWeight) })}</span>
            </p>
            <Steps steps={quote.steps} />
          </>
        ) : (
          <p className={styles.quiet}>{t(asked === 'null' || !found.data ? 'task.priceLater' : 'price.noRate')}</p>
        )}
      </div>
      {mayType && (
        <FeesEditor
          value={fees}
          onChange={(charges) => fill({ charges })}
          quoted={quote?.amount ?? null}
          errors={errors}
        />
      )}
    </FormSection>
  )
}
