import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import type { Output } from '@xunyun/contract/kernel/call'
import { type getRecentParties, placePhoneOrder } from '@xunyun/contract/mobileOrders/calls'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { useSaveKey } from '../../shared/form/FormDrawer.tsx'
import { Field, FormFrame, FormSection } from '../../shared/form/FormFrame.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { OutletField, useCustomerTerms, useFollowing } from '../waybills/index.ts'
import { CargoFields } from './CargoFields.tsx'
import styles from './MobileOrders.module.css'
import { cargoOf, type OrderValues, partyOf } from './orderValues.ts'
import { PartyCard } from './PartyCard.tsx'
import { orderPaths } from './useOrderActs.tsx'

type Props = {
  readonly name: string
  readonly initial: OrderValues
  readonly recent: Output<typeof getRecentParties>
  readonly onPlaced: () => void
}

/** 下单: two addresses, the goods, and the button at the thumb. What is typed survives a reload and a dead network. */
export function PlaceForm({ name, initial, recent, onPlaced }: Props) {
  const { t } = useTranslation('mobileOrders')
  const user = useSession(({ userInfo }) => userInfo)
  const { visible } = useTab()
  const isCustomer = user?.scope === 'customer'
  const needsOutlet = user !== null && user.outletId === null && user.scope === 'all'
  const place = useAction(placePhoneOrder, {
    success: ({ orderNo }) => t('placed', { no: orderNo }),
    refresh: orderPaths,
  })
  const terms = useCustomerTerms({ fields: ['payMethod'], atStart: false, initial: initial as never })
  const form = useForm<OrderValues>({
    name,
    initial,
    call: placePhoneOrder,
    onSubmit: async (_, { key }) => {
      await terms.settled()
      const values = form.form.getFieldsValue(true) as OrderValues
      const parties = { shipper: partyOf(values.shipper), consignee: partyOf(values.consignee) }
      return place.run({ ...cargoOf(values), ...parties } as never, { key })
    },
    onSaved: onPlaced,
  })
  const state = useFollowing(terms, form)
  useSaveKey(visible, state.submit)
  return (
    <>
      <div className={styles.body}>
        <div className={styles.sheet}>
          <FormFrame state={state}>
            {!isCustomer && (
              <FormSection columns={2}>
                <Field name="customerId" label={t('field.customer')}>
                  <Lookup
                    call={getCompanyChoices}
                    input={{ roles: ['customer', 'owner'] }}
                    allowClear
                    placeholder={t('walkIn')}
                  />
                </Field>
                {needsOutlet && <OutletField isNew />}
              </FormSection>
            )}
            <div className={styles.parties}>
              <PartyCard side="shipper" recent={recent.shippers} required messages={state.messages} />
              <PartyCard side="consignee" recent={recent.consignees} required messages={state.messages} />
            </div>
            <CargoFields />
          </FormFrame>
        </div>
      </div>
      <div className={styles.thumb}>
        {state.dirty && (
          <Button type="text" disabled={state.busy} onClick={state.startOver}>
            {t('act.startOver')}
          </Button>
        )}
        <Button type="primary" data-commit loading={state.busy} onClick={state.submit}>
          {t('act.place')}
        </Button>
      </div>
    </>
  )
}
