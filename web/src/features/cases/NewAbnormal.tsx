import { addAbnormal, mostCaseFiles } from '@xunyun/contract/cases/abnormals'
import { getUsers } from '@xunyun/contract/system/calls'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { casePaths } from './paths.ts'

type Values = {
  waybillNo: string
  type: string
  happenedAt: string
  node?: string
  pieces: number
  loss?: string
  responsible?: string
  responsibleName?: string
  text: string
  ownerId?: number
  files?: readonly StoredFile[]
}

/** 登记异常 of a waybill; on a phone the camera comes first. */
export function NewAbnormal({ waybillNo, onClose }: { waybillNo?: string; onClose: () => void }) {
  const { t } = useTranslation('cases')
  const add = useAction(addAbnormal, { refresh: casePaths })
  return (
    <FormDrawer<Values>
      name={`abnormal-new-${waybillNo ?? ''}`}
      title={t('abnormal.newTitle')}
      submitLabel={t('abnormal.new')}
      width={600}
      call={addAbnormal}
      initial={{ waybillNo, happenedAt: serverNow().toISOString(), pieces: 1 }}
      onSubmit={async ({ files = [], ...values }, { key }) => {
        const { abnormalNo } = await add.run({ ...values, files: files.map(({ FileID }) => FileID) } as never, { key })
        toast.success(t('abnormal.saved', { no: abnormalNo }))
      }}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="files" label={t('abnormal.photos')} span={2} contract={false}>
          <FileInput max={mostCaseFiles} accept="image/*" />
        </Field>
        <Field name="waybillNo" label={t('column.waybillNo')}>
          <Input maxLength={40} />
        </Field>
        <Field name="type" label={t('column.type')}>
          <Choice type="abnormalType" />
        </Field>
        <Field name="happenedAt" label={t('column.happenedAt')}>
          <MomentInput />
        </Field>
        <Field name="node" label={t('column.node')}>
          <Choice type="trackNode" />
        </Field>
        <Field name="pieces" label={t('column.pieces')}>
          <IntegerInput />
        </Field>
        <Field name="loss" label={t('column.loss')}>
          <MoneyInput />
        </Field>
        <Field name="responsible" label={t('column.responsible')}>
          <Choice type="responsible" />
        </Field>
        <Field name="responsibleName" label={t('column.responsibleName')}>
          <Input maxLength={60} />
        </Field>
        <Field name="text" label={t('column.text')} span={2}>
          <Input.TextArea rows={3} maxLength={500} />
        </Field>
        <Field name="ownerId" label={t('column.owner')}>
          <Lookup call={getUsers} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
