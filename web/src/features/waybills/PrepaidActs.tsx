import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { collectPrepaid, undoPrepaid, type WaybillCharges } from '@xunyun/contract/waybills/charges'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { Sending } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { useRight } from '../../shared/session/session.ts'
import { money } from '../../shared/ui/format.ts'

/** Whose 现付 it is. */
type Whose = Pick<WaybillDetail, 'id' | 'waybillNo' | 'priceState'>
type Props = {
  waybill: Whose
  /** Neither a draft nor cancelled. */
  isPlaced: boolean
  prepaid: NonNullable<WaybillCharges['prepaid']>
  size?: 'small' | 'medium'
}
const refresh = ['/api/Waybills/', '/api/Collections/']

/** 收现付, and giving back what was taken by mistake. */
export function PrepaidActs({ waybill, isPlaced, prepaid, size = 'medium' }: Props) {
  const { t } = useTranslation('waybills')
  const [open, setOpen] = useState<'collect' | 'undo'>()
  const mayUndo = useRight('allWayBill').approve
  const close = () => setOpen(undefined)
  return (
    <>
      {isPlaced && compareDecimal(prepaid.due, '0') > 0 && (
        <Button size={size} onClick={() => setOpen('collect')}>
          {t('prepaid.collect', { amount: money(prepaid.due) })}
        </Button>
      )}
      {mayUndo && compareDecimal(prepaid.taken, '0') > 0 && (
        <Button
          danger
          size={size}
          disabled={prepaid.handInNo !== null}
          title={prepaid.handInNo === null ? undefined : t('prepaid.handedIn', { no: prepaid.handInNo })}
          onClick={() => setOpen('undo')}
        >
          {t('prepaid.undo')}
        </Button>
      )}
      {open === 'collect' && <CollectForm waybill={waybill} due={prepaid.due} onClose={close} />}
      {open === 'undo' && <UndoForm waybill={waybill} onClose={close} />}
    </>
  )
}

type Form = { waybill: Whose; onClose: () => void }

function CollectForm({ waybill, due, onClose }: Form & { due: string }) {
  const { t } = useTranslation('waybills')
  const collect = useAction(collectPrepaid, { refresh, success: t('prepaid.done') })
  return (
    <FormDrawer<Omit<Sending<typeof collectPrepaid>, 'id'>>
      name={`prepaid-${waybill.id}`}
      title={t('prepaid.title', { no: waybill.waybillNo })}
      submitLabel={t('prepaid.save')}
      width={480}
      call={collectPrepaid}
      initial={{ freight: due, freightChannel: 'cash' }}
      onSubmit={(values, options) => collect.run({ id: waybill.id, ...values }, options)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field
          name="freight"
          label={t('prepaid.amount')}
          hint={
            <>
              {t('sign.due', { amount: money(due) })}
              {waybill.priceState === 'pending' && <div>{t('prepaid.underReview')}</div>}
            </>
          }
        >
          <MoneyInput />
        </Field>
        <Field name="freightChannel" label={t('sign.channel')}>
          <Choice type="payChannel" />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

function UndoForm({ waybill, onClose }: Form) {
  const { t } = useTranslation('waybills')
  const undo = useAction(undoPrepaid, { refresh, success: t('prepaid.undone') })
  return (
    <FormDrawer<{ reason: string }>
      name={`undo-prepaid-${waybill.id}`}
      title={t('prepaid.undoTitle', { no: waybill.waybillNo })}
      submitLabel={t('prepaid.undo')}
      width={480}
      call={undoPrepaid}
      initial={{}}
      onSubmit={(values, options) => undo.run({ id: waybill.id, ...values }, options)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="reason" label={t('prepaid.reason')}>
          <Input maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
