import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { swapVehicle } from '@xunyun/contract/dispatch/calls'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useCommands } from '../../shared/action/useAction.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { serverNow, useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { DriverSelect, VehicleSelect } from './TripSelects.tsx'

type Values = { vehicleId: number; driverId: number; carrierId?: number; at: string; reason: string }
type Props = { trip: { readonly id: number; readonly arrangementNo: string }; onClose: () => void }

/** 换车: another vehicle takes over what is aboard and the stops ahead, under a new trip, which opens. */
export function SwapDrawer({ trip, onClose }: Props) {
  const { t } = useTranslation('dispatch')
  const navigate = useNavigate()
  const commands = useCommands(['/api/Dispatch/', '/api/Waybills/'])
  const mayOverload = useRight('overload').edit
  const send = async (values: Values, key: string) => {
    const input = { ...values, id: trip.id, carrierId: values.carrierId }
    const run = (overload: boolean | undefined) =>
      commands.run(swapVehicle, { ...input, overload }, { key: `${key}${overload ? '-over' : ''}` })
    const saved = await run(undefined).catch(async (error: { reason?: string; message?: string }) => {
      const isHeavy = error.reason === 'dispatch.overweight' || error.reason === 'dispatch.overvolume'
      const text = error.message ?? ''
      if (
        !isHeavy ||
        !mayOverload ||
        !(await confirm({ title: t('overload.ask'), text, yes: t('overload.yes'), danger: true }))
      )
        throw error
      return run(true)
    })
    toast.success(t('swap.done', { no: saved.arrangementNo }))
    void navigate(`${pathTo('arrangeList')}?trip=${saved.id}`)
  }
  return (
    <FormDrawer<Values>
      name={`trip-swap-${trip.id}`}
      title={t('swap.title', { no: trip.arrangementNo })}
      submitLabel={t('act.swapVehicle')}
      call={swapVehicle}
      initial={{ at: serverNow().toISOString() }}
      onSubmit={(values, { key }) => send(values, key)}
      onSaved={onClose}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  )
}

function Fields() {
  const { t } = useTranslation('dispatch')
  const form = Form.useFormInstance<Values>()
  return (
    <FormSection columns={2} hint={t('swap.hint')}>
      <Field name="vehicleId" label={t('form.vehicle')}>
        <VehicleSelect
          onChosen={({ driverId, carrierId }) =>
            form.setFieldsValue({
              driverId: driverId ?? undefined,
              carrierId: carrierId ?? undefined,
            } as Partial<Values>)
          }
        />
      </Field>
      <Field name="driverId" label={t('form.driver')}>
        <DriverSelect />
      </Field>
      <Field name="carrierId" label={t('form.carrier')}>
        <Lookup call={getCompanyChoices} input={{ roles: ['carrier', 'special'] }} allowClear />
      </Field>
      <Field name="at" label={t('swap.at')} required>
        <MomentInput />
      </Field>
      <Field name="reason" label={t('swap.reason')} span={2}>
        <Input maxLength={200} />
      </Field>
    </FormSection>
  )
}
