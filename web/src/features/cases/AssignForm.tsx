import { getUsers } from '@xunyun/contract/system/calls'
import { Input } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type BatchCall, useBatches } from '../../shared/action/useBatch.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { few } from '../../shared/ui/few.ts'
import { dateTime } from '../../shared/ui/format.ts'
import { casePaths } from './paths.ts'

/** A case: its number with that of its waybill, and its clock as it is. */
export type Clocked = {
  readonly id: number
  readonly name: string
  readonly ownerName: string | null
  readonly dueAt: string | null
}
type Props = {
  readonly call: BatchCall
  readonly rows: readonly Clocked[]
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}
const idsOf = (rows: readonly Clocked[]) => rows.map(({ id }) => id)
const nameOf = (what: string, { call, rows }: Props) => `${what}-${call.path}-${idsOf(rows).join('-').slice(0, 60)}`
const whatOf = (rows: readonly Clocked[], t: TFunction<'cases'>): string => {
  const [first] = rows
  return rows.length === 1 && first !== undefined ? first.name : t('many', { count: rows.length })
}

/** 转派: somebody else follows these, and why. */
export function AssignForm(props: Props) {
  const { call, rows, onClose, onDone } = props
  const { t } = useTranslation('cases')
  const batches = useBatches({ refresh: casePaths, onDone })
  const owner = few(rows.map(({ ownerName }) => ownerName))
  return (
    <FormDrawer<{ ownerId: number; reason: string }>
      name={nameOf('case-assign', props)}
      title={t('assign.title', { what: whatOf(rows, t) })}
      submitLabel={t('abnormal.act.assign')}
      width={440}
      call={call}
      initial={{}}
      onSubmit={(values) => batches.run(call, t('assign.done'), { ids: idsOf(rows), ...values } as never, {})}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="ownerId" label={t('assign.to')} hint={owner && t('assign.now', { who: owner })}>
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
  const { call, rows, onClose, onDone } = props
  const { t } = useTranslation('cases')
  const batches = useBatches({ refresh: casePaths, onDone })
  const due = few(rows.map(({ dueAt }) => dueAt && dateTime(dueAt)))
  return (
    <FormDrawer<{ dueAt: string; reason: string }>
      name={nameOf('case-due', props)}
      title={t('due.title', { what: whatOf(rows, t) })}
      submitLabel={t('abnormal.act.changeDue')}
      width={440}
      call={call}
      initial={{}}
      onSubmit={(values) => batches.run(call, t('due.done'), { ids: idsOf(rows), ...values } as never, {})}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="dueAt" label={t('due.at')} hint={due && t('due.now', { at: due })}>
          <MomentInput />
        </Field>
        <Field name="reason" label={t('assign.reason')}>
          <Input.TextArea rows={3} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
