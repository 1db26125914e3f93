import { useQuery } from '@tanstack/react-query'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { addService, changeService, type ServiceRow } from '@xunyun/contract/waybills/services'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showRefused } from '../../../shared/action/refused.ts'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput, MoneyInput } from '../../../shared/form/inputs.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { servicePaths } from './paths.ts'

type Values = { numbers?: string; type?: string; qty?: string; amount?: string; payer?: string }

/** Numbers typed, pasted or scanned one below the other. */
const numbersOf = (text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .toUpperCase()
      .split(/[\s,，;；]+/)
      .filter((no) => no !== ''),
  ),
]

/** A service for one or many waybills, or another quantity, amount or payer of one that is there. */
export function ServiceForm({ service, onClose }: { service: ServiceRow | null; onClose: () => void }) {
  const { t } = useTranslation(['waybills', 'ui'])
  const [initial] = useState<Values>(
    service === null
      ? { payer: 'customer' }
      : {
          type: service.type,
          qty: String(Number(service.qty)),
          payer: service.payer,
          amount: service.rate === null && compareDecimal(service.amount, '0') > 0 ? service.amount : undefined,
        },
  )
  const add = useAction(addService, { refresh: servicePaths })
  const change = useAction(changeService, { refresh: servicePaths, success: t('ui:master.saved') })
  const save = async (values: Values, options: { key: string }) => {
    if (service !== null) {
      const { qty, amount, payer } = values
      return change.run({ id: service.id, version: service.version, qty, amount, payer } as never, options)
    }
    const numbers = numbersOf(values.numbers)
    const found = await Promise.all(numbers.map((no) => api(getWaybill, { no, id: undefined }).then(({ id }) => id)))
    const { type, qty, amount, payer } = values
    const outcomes = await add.run({ ids: found, type, qty, amount, payer } as never, options)
    if (outcomes.refused.length === 0) toast.success(t('service.added', { count: outcomes.done }))
    else showRefused(t('service.add'), outcomes)
    return outcomes
  }
  return (
    <FormDrawer<Values>
      name={service === null ? 'service-new' : `service-${service.id}`}
      title={service === null ? t('service.add') : `${service.waybillNo} · ${t('ui:master.change')}`}
      submitLabel={service === null ? t('service.add') : t('ui:master.save')}
      call={service === null ? addService : changeService}
      initial={initial}
      width={560}
      onSubmit={save}
      onClose={onClose}
    >
      <FormSection>
        {service === null && (
          <>
            <Field name="numbers" label={t('service.numbers')} span={2} required hint={<Found />} contract={false}>
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} placeholder={t('service.numbersHint')} />
            </Field>
            <Field name="type" label={t('service.type')} span={2}>
              <Choice type="addedService" />
            </Field>
          </>
        )}
        <Field name="qty" label={t('service.qty')} hint={t('service.qtyHint')}>
          <DecimalInput places={3} placeholder="1" />
        </Field>
        <Field name="payer" label={t('service.payer')}>
          <Choice type="servicePayer" allowClear={false} />
        </Field>
        <Field name="amount" label={t('service.amount')} span={2} hint={t('service.amountHint')}>
          <MoneyInput placeholder={t('service.byRate')} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** Whose waybill the first number is, before anything is saved. */
function Found() {
  const { t } = useTranslation(['waybills', 'ui'])
  const numbers = numbersOf(Form.useWatch<string | undefined>('numbers'))
  const [first] = numbers
  const found = useQuery({
    queryKey: [getWaybill.path, 'service', first],
    queryFn: ({ signal }) => api(getWaybill, { no: first, id: undefined }, { signal, quiet: true }),
    enabled: first !== undefined && first.length > 8,
    retry: false,
  })
  if (found.isError) return t('service.unknown', { no: first ?? '' })
  if (!found.data) return t('service.count', { count: numbers.length })
  const { customerName, shipperCity, consigneeCity } = found.data
  return `${customerName ?? t('filter.walkIn')} · ${shipperCity} → ${consigneeCity} · ${t('service.count', { count: numbers.length })}`
}
