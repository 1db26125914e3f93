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

type Props = { detail: WaybillDetail; prepaid: NonNullable<WaybillCharges['prepaid']> }
const refresh = ['/api/Waybills/', '/api/Collections/']

/** 收现付, and giving back what was taken by mistake. */
export function PrepaidActs({ detail, prepaid }: Props) {
  const { t } = useTranslation('waybills')
  const [open, setOpen] = useState<'collect' | 'undo'>()
  const mayUndo = useRight('allWayBill').approve
  const isPlaced = detail.state !== 'draft' && detail.state !== 'cancelled'
  const close = () => setOpen(undefined)
  return (
    <>
      {isPlaced && compareDecimal(prepaid.due, '0') > 0 && (
        <Button onClick={() => setOpen('collect')}>{t('prepaid.collect', { amount: money(prepaid.due) })}</Button>
      )}
      {mayUndo && compareDecimal(prepaid.taken, '0') > 0 && (
        <Button
          danger
          disabled={prepaid.handInNo !== null}
          title={prepaid.handInNo === null ? undefined : t('prepaid.handedIn', { no: prepaid.handInNo })}
          onClick={() => setOpen('undo')}
        >
          {t('prepaid.undo')}
        </Button>
      )}
      {open === 'collect' && <CollectForm detail={detail} due={prepaid.due} onClose={close} />}
      {open === 'undo' && <UndoForm detail={detail} onClose={close} />}
    </>
  )
}

type Form = { detail: WaybillDetail; onClose: () => void }

function CollectForm({ detail, due, onClose }: Form & { due: string }) {
  const { t } = useTranslation('waybills')
  const collect = useAction(collectPrepaid, { refresh, success: t('prepaid.done') })
  return (
    <FormDrawer<Omit<Sending<typeof collectPrepaid>, 'id'>>
      name={`prepaid-${detail.id}`}
      title={t('prepaid.title', { no: detail.waybillNo })}
      submitLabel={t('prepaid.save')}
      width={480}
      call={collectPrepaid}
      initial={{ freight: due, freightChannel: 'cash' }}
      onSubmit={(values, options) => collect.run({ id: detail.id, ...values }, options)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field
          name="freight"
          label={t('prepaid.amount')}
          hint={
            <>
              {t('sign.due', { amount: money(due) })}
              {detail.priceState === 'pending' && <div>{t('prepaid.underReview')}</div>}
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

function UndoForm({ detail, onClose }: Form) {
  const { t } = useTranslation('waybills')
  const undo = useAction(undoPrepaid, { refresh, success: t('prepaid.undone') })
  return (
    <FormDrawer<{ reason: string }>
      name={`undo-prepaid-${detail.id}`}
      title={t('prepaid.undoTitle', { no: detail.waybillNo })}
      submitLabel={t('prepaid.undo')}
      width={480}
      call={undoPrepaid}
      initial={{}}
      onSubmit={(values, options) => undo.run({ id: detail.id, ...values }, options)}
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
