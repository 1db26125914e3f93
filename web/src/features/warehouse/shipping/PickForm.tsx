import { codes, wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { placesOf } from '@xunyun/contract/warehouse/masters/quantity'
import {
  type PickAnswer,
  type PickLineRow,
  type PickTaskDetail,
  pickLine,
} from '@xunyun/contract/warehouse/shipping/picking'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import type { Sending } from '../../../shared/api/api.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { numbersIn } from '../../../shared/goods/goodsLines.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { actIdOf } from '../../../shared/offline/actId.ts'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { outboundPaths } from './paths.ts'

type Values = Pick<Sending<typeof pickLine>, 'qty' | 'shortReason' | 'stagingLocationId'> & { serials?: string }

/** One line picked at the desk: all of it, a part, or less than there should be. */
export function PickForm({ task, line, onClose }: { task: PickTaskDetail; line: PickLineRow; onClose: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const pick = useAction(pickLine, { refresh: outboundPaths })
  const submit = async ({ serials, ...values }: Values, { key }: { key: string }) => {
    const answer = await pick.run({
      // The form's own key: sent again after a lost answer, it is the same act.
      actId: actIdOf(key),
      taskId: task.id,
      lineId: line.id,
      ...values,
      serials: numbersIn(serials),
    })
    sayPicked(t, answer)
  }
  return (
    <FormDrawer<Values>
      name={`pick-${line.id}`}
      title={t('pick.title', { item: line.itemNo, location: line.locationCode })}
      submitLabel={t('act.pick')}
      call={pickLine}
      initial={{ qty: line.qty, stagingLocationId: task.stagingLocations[0]?.id }}
      onSubmit={submit}
      onClose={onClose}
    >
      <PickFields task={task} line={line} />
    </FormDrawer>
  )
}

type Say = ReturnType<typeof useTranslation<'warehouse/shipping'>>['t']

/** What became of the rest, if it was short. */
export function sayPicked(t: Say, { instead, missing }: PickAnswer): void {
  if (instead.length > 0)
    toast.success(
      t('task.instead', {
        places: instead.map(({ locationCode, qty }) => `${locationCode} ${figure(qty)}`).join('，'),
      }),
    )
  else if (compareDecimal(missing, '0') === 0) toast.success(t('pick.done'))
  if (compareDecimal(missing, '0') > 0) toast.warning(t('task.stillMissing', { qty: figure(missing) }))
}

function PickFields({ task, line }: { task: PickTaskDetail; line: PickLineRow }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const qty = Form.useWatch<string | undefined>('qty') ?? ''
  const isLess = /^\d+(\.\d+)?$/.test(qty) && compareDecimal(qty, line.qty) < 0
  const unit = wordFor('unit', line.baseUnit, language)
  return (
    <>
      <FormSection columns={1}>
        <Facts
          columns={4}
          facts={[
            { label: t('field.itemNo'), value: `${line.itemNo} ${line.itemName}`, span: 2 },
            { label: t('field.batchNo'), value: line.batchNo },
            { label: t('field.expiry'), value: line.expiry },
            { label: t('field.location'), value: line.locationCode },
            { label: t('field.containerCode'), value: line.containerCode },
            { label: t('field.noticeNo'), value: line.noticeNo },
            { label: t('field.quantity'), value: `${figure(line.qty)} ${unit}` },
          ]}
        />
      </FormSection>
      <FormSection columns={1}>
        <Field name="qty" label={t('field.picked')}>
          <DecimalInput places={placesOf(line.baseUnit)} short suffix={unit} />
        </Field>
        {isLess && (
          <Field name="shortReason" label={t('pick.shortReason')} hint={t('pick.shortHint')}>
            <Choice
              options={codes('shortReason').map((value) => ({
                value,
                label: wordFor('shortReason', value, language),
              }))}
            />
          </Field>
        )}
        <Field name="stagingLocationId" label={t('field.staged')}>
          <Choice options={task.stagingLocations.map(({ id, label }) => ({ value: id, label }))} allowClear={false} />
        </Field>
        {line.serialControlled && (
          <Field name="serials" label={t('field.serials')} hint={t('pick.serialsHint')} contract={false}>
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
          </Field>
        )}
      </FormSection>
    </>
  )
}
