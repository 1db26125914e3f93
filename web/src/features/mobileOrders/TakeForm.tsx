import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { isPhone } from '@xunyun/contract/kernel/checks'
import { normalizePhone } from '@xunyun/contract/kernel/text'
import { getCaller, takePhoneOrder } from '@xunyun/contract/mobileOrders/calls'
import { Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { PhoneInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useSession } from '../../shared/session/session.ts'
import { OutletField } from '../waybills/index.ts'
import { CargoFields } from './CargoFields.tsx'
import styles from './MobileOrders.module.css'
import { cargoOf, freshOrder, isWhole, type OrderValues, partyOf, partyValues, sides } from './orderValues.ts'
import { PartyCard } from './PartyCard.tsx'
import { orderPaths } from './useOrderActs.tsx'

type TakeValues = OrderValues & { callerPhone?: string; callerName?: string }

/** 电话下单: the number first; customer and the last parties follow, and what the caller says is typed while he speaks. */
export function TakeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mobileOrders')
  const take = useAction(takePhoneOrder, {
    success: ({ orderNo }) => t('taken', { no: orderNo }),
    refresh: orderPaths,
  })
  return (
    <FormDrawer<TakeValues>
      name="phone-order-take"
      title={t('take')}
      submitLabel={t('act.take')}
      width={760}
      call={takePhoneOrder}
      initial={freshOrder}
      onSubmit={(values, { key }) =>
        take.run(
          {
            ...cargoOf(values),
            callerPhone: values.callerPhone ?? '',
            callerName: values.callerName,
            shipper: partyOf(values.shipper),
            consignee: partyOf(values.consignee),
          } as never,
          { key },
        )
      }
      onClose={onClose}
    >
      <TakeFields />
    </FormDrawer>
  )
}

function TakeFields() {
  const { t } = useTranslation('mobileOrders')
  const form = Form.useFormInstance<TakeValues>()
  const put = useFill()
  const hasOutlet = useSession(({ userInfo }) => userInfo === null || userInfo.outletId !== null)
  const phone = normalizePhone(Form.useWatch('callerPhone', form) ?? '')
  const known = useQuery({
    ...q(getCaller, { phone }),
    enabled: isPhone(phone),
    staleTime: 60_000,
  })
  // What the caller is known by fills what nobody has typed; once for each number, and the cards fold anew.
  const [filled, setFilled] = useState<string | null>(null)
  const { data } = known
  useEffect(() => {
    if (!data || filled === phone) return
    setFilled(phone)
    const now = form.getFieldsValue(true) as TakeValues
    const last = Object.fromEntries(
      sides.flatMap((side) => {
        const [party] = side === 'shipper' ? data.shippers : data.consignees
        return party && !isWhole(now[side]) && !now[side]?.name ? [[side, partyValues(party)]] : []
      }),
    )
    put({
      ...(data.customerId !== null && now.customerId === undefined ? { customerId: data.customerId } : {}),
      ...(data.name !== null && !now.callerName ? { callerName: data.name } : {}),
      ...last,
    })
  }, [data, filled, phone, form, put])
  return (
    <>
      <FormSection title={t('section.caller')} columns={2}>
        <Field
          name="callerPhone"
          label={t('field.callerPhone')}
          hint={known.isSuccess ? (data?.customerName ?? t('newCaller')) : undefined}
        >
          <PhoneInput />
        </Field>
        <Field name="callerName" label={t('field.caller')}>
          <Input maxLength={60} />
        </Field>
        <Field name="customerId" label={t('field.customer')}>
          <Lookup
            call={getCompanyChoices}
            input={{ roles: ['customer', 'owner'] }}
            allowClear
            placeholder={t('walkIn')}
          />
        </Field>
        {!hasOutlet && <OutletField isNew />}
      </FormSection>
      <div className={styles.parties}>
        <PartyCard key={`shipper-${filled}`} side="shipper" recent={data?.shippers ?? []} required={false} />
        <PartyCard key={`consignee-${filled}`} side="consignee" recent={data?.consignees ?? []} required={false} />
      </div>
      <CargoFields />
    </>
  )
}
