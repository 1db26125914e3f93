import { getUsers } from '@xunyun/contract/system/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type BatchCall, useBatches } from '../../shared/action/useBatch.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { casePaths } from './paths.ts'

type Props = {
  readonly call: BatchCall
  readonly ids: readonly number[]
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}
const nameOf = (what: string, { call, ids }: Props) => `${what}-${call.path}-${ids.join('-').slice(0, 60)}`

/** 转派: somebody else follows these, and why. */
export function AssignForm(props: Props) {
  const { call, ids, onClose, onDone } = props
  const { t } = useTranslation('cases')
  const batches = useBatches({ refresh: casePaths, onDone })
  return (
    <FormDrawer<{ ownerId: number; reason: string }>
      name={nameOf('case-assign', props)}
      title={t('assign.title', { count: ids.length })}
      submitLabel={t('abnormal.act.assign')}
      width={440}
      call={call}
      initial={{}}
      onSubmit={(values) => batches.run(call, t('assign.done'), { ids: [...ids], ...values } as never, {})}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="ownerId" label={t('assign.to')}>
          <Lookup call={getUsers} />
        </Field>
        <Field name="reason" label={t('assign.reason')} required>
          <Input.TextArea rows={3} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** 改期限. */
export function DueForm(props: Props) {
  const { call, ids, onClose, onDone } = props
  const { t } = useTranslation('cases')
  const batches = useBatches({ refresh: casePaths, onDone })
  return (
    <FormDrawer<{ dueAt: string; reason: string }>
      name={nameOf('case-due', props)}
      title={t('due.title', { count: ids.length })}
      submitLabel={t('abnormal.act.changeDue')}
      width={440}
      call={call}
      initial={{}}
      onSubmit={(values) => batches.run(call, t('due.done'), { ids: [...ids], ...values } as never, {})}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="dueAt" label={t('due.at')}>
          <MomentInput />
        </Field>
        <Field name="reason" label={t('assign.reason')}>
          <Input.TextArea rows={3} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
