import { extendBindings } from '@xunyun/contract/devices/bindings'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { dateTime } from '../../shared/ui/format.ts'
import { devicePaths } from './paths.ts'

type Values = { expectedReturn: string; reason: string }
type Props = {
  readonly ids: readonly number[]
  /** Of the first of them. */
  readonly due: string | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** 延期: another time of return, with the reason. */
export function ExtendDrawer({ ids, due, onDone, onClose }: Props) {
  const { t } = useTranslation('devices')
  const batch = useBatch(extendBindings, { title: t('act.extend'), refresh: devicePaths, onDone })
  return (
    <FormDrawer<Values>
      name={`device-extend-${ids.join('-')}`}
      title={`${t('act.extend')} ${t('many', { number: ids.length })}`}
      width={480}
      submitLabel={t('act.extend')}
      call={extendBindings}
      initial={{}}
      onSubmit={(values, { key }) => batch.run({ ...values, ids: [...ids] }, { key })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field
          name="expectedReturn"
          label={t('binding.expectedReturn')}
          {...(due === null ? {} : { hint: t('extend.now', { at: dateTime(due) }) })}
        >
          <MomentInput />
        </Field>
        <Field name="reason" label={t('field.reason')}>
          <Input maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
