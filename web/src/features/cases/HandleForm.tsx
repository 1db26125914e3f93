import { useQuery } from '@tanstack/react-query'
import { type AbnormalDetail, getAbnormal, handleAbnormal, mostCaseFiles } from '@xunyun/contract/cases/abnormals'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { casePaths } from './paths.ts'

type Values = {
  loss?: string
  responsible?: string
  responsibleName?: string
  arrangementId?: number
  text: string
  files?: readonly StoredFile[]
}

/** 处理: what was found, and who is responsible. */
export function HandleForm({ id, onClose }: { id: number; onClose: () => void }) {
  const abnormal = useQuery({ ...q(getAbnormal, { id, no: undefined }), gcTime: 0 })
  return abnormal.data === undefined ? null : <Handle abnormal={abnormal.data} onClose={onClose} />
}

function Handle({ abnormal, onClose }: { abnormal: AbnormalDetail; onClose: () => void }) {
  const { t } = useTranslation('cases')
  const handle = useAction(handleAbnormal, { success: t('abnormal.handled'), refresh: casePaths })
  return (
    <FormDrawer<Values>
      name={`abnormal-handle-${abnormal.id}`}
      title={t('abnormal.handleTitle', { no: abnormal.abnormalNo })}
      submitLabel={t('abnormal.act.handle')}
      width={600}
      call={handleAbnormal}
      initial={{
        loss: abnormal.loss,
        responsible: abnormal.responsible ?? undefined,
        responsibleName: abnormal.responsibleName ?? undefined,
        arrangementId: abnormal.arrangementId ?? undefined,
        text: abnormal.text,
      }}
      onSubmit={({ files = [], ...values }) =>
        handle.run({
          id: abnormal.id,
          version: abnormal.version,
          ...values,
          files: files.map(({ FileID }) => FileID),
        } as never)
      }
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="responsible" label={t('column.responsible')}>
          <Choice type="responsible" />
        </Field>
        <Field name="responsibleName" label={t('column.responsibleName')}>
          <Input maxLength={60} />
        </Field>
        <Field name="arrangementId" label={t('abnormal.arrangement')}>
          <Choice
            options={abnormal.arrangements.map(({ id, no, party }) => ({ value: id, label: `${no} ${party}` }))}
          />
        </Field>
        <Field name="loss" label={t('column.loss')}>
          <MoneyInput />
        </Field>
        <Field name="text" label={t('column.text')} span={2}>
          <Input.TextArea rows={4} maxLength={500} />
        </Field>
        <Field name="files" label={t('abnormal.photos')} span={2} contract={false}>
          <FileInput max={mostCaseFiles} accept="image/*" />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
