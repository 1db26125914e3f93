import { signCouriers } from '@xunyun/contract/dispatch/courier'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { serverNow } from '../../../shared/session/session.ts'

export type Chosen = {
  readonly parcels: readonly { readonly id: number; readonly courierNo: string }[]
  readonly onDone: (() => void) | undefined
  readonly onClose: () => void
}
/** The number of the one, or how many. */
export const nameOf = (parcels: Chosen['parcels'], many: (count: number) => string): string =>
  parcels.length === 1 && parcels[0] ? parcels[0].courierNo : many(parcels.length)

/** 签收 of whole parcels: who took them, and when. */
export function SignParcels({ parcels, onDone, onClose }: Chosen) {
  const { t } = useTranslation('handedOut')
  const act = useBatch(signCouriers, {
    title: t('courierDone.sign'),
    refresh: ['/api/Dispatch/', '/api/Waybills/'],
    onDone,
  })
  const what = nameOf(parcels, (count) => t('sign.many', { count }))
  const ids = parcels.map(({ id }) => id)
  return (
    <FormDrawer<{ signer: string; at: string }>
      name={`parcels-sign-${ids.join('-')}`}
      title={t('sign.title', { what })}
      submitLabel={t('courierAct.sign')}
      width={480}
      call={signCouriers}
      initial={{ signer: t('sign.self'), at: serverNow().toISOString() }}
      onSubmit={(values, { key }) => act.run({ ...values, ids }, { key })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="signer" label={t('sign.signer')}>
          <Input maxLength={60} />
        </Field>
        <Field name="at" label={t('sign.at')} required>
          <MomentInput />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
