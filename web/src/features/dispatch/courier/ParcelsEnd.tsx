import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { giveBackCouriers, signCouriers } from '@xunyun/contract/dispatch/courier'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatches } from '../../../shared/action/useBatch.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { serverNow } from '../../../shared/session/session.ts'

type Props = {
  readonly parcels: readonly { readonly id: number; readonly courierNo: string }[]
  readonly way: 'sign' | 'giveBack'
  readonly onDone: ((outcomes: Outcomes) => void) | undefined
  readonly onClose: () => void
}
type Values = { signer: string; reason: string; outletId?: number; at: string }

/** The end of whole parcels: 签收, by whom and when; or 退回 to the outlet that gave them out, or to another. */
export function ParcelsEnd({ parcels, way, onDone, onClose }: Props) {
  const { t } = useTranslation('handedOut')
  const batches = useBatches({ refresh: ['/api/Dispatch/', '/api/Waybills/'], onDone })
  const ids = parcels.map(({ id }) => id)
  const [first] = parcels
  const what = parcels.length === 1 && first ? first.courierNo : t('sign.many', { count: parcels.length })
  const isSigning = way === 'sign'
  return (
    <FormDrawer<Values>
      name={`parcels-${way}-${ids.join('-')}`}
      title={t(isSigning ? 'sign.title' : 'back.title', { what })}
      submitLabel={t(`courierAct.${way}`)}
      width={480}
      call={isSigning ? signCouriers : giveBackCouriers}
      initial={{ at: serverNow().toISOString(), ...(isSigning ? { signer: t('sign.self') } : {}) }}
      onSubmit={({ signer, reason, outletId, at }, { key }) =>
        isSigning
          ? batches.run(signCouriers, t('courierDone.sign'), { ids, signer, at }, { key })
          : batches.run(giveBackCouriers, t('done.giveBack'), { ids, reason, outletId, at }, { key })
      }
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        {isSigning ? (
          <Field name="signer" label={t('sign.signer')}>
            <Input maxLength={60} />
          </Field>
        ) : (
          <>
            <Field name="reason" label={t('giveBack.reason')}>
              <Input maxLength={200} />
            </Field>
            <Field name="outletId" label={t('back.outlet')}>
              <Lookup call={getOutletChoices} allowClear placeholder={t('back.origin')} />
            </Field>
          </>
        )}
        <Field name="at" label={t('courierAsk.at')} required>
          <MomentInput />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
