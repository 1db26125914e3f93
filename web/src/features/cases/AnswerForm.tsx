import { answerComplaint, type ComplaintRow, followUpComplaint } from '@xunyun/contract/cases/complaints'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Form, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { casePaths } from './paths.ts'

type Props = { readonly complaint: ComplaintRow; readonly onClose: () => void }

/** 处理: what was found and done; a compensation is applied for with it. */
export function AnswerForm({ complaint, onClose }: Props) {
  const { t } = useTranslation('cases')
  const answer = useAction(answerComplaint, { success: t('complaint.answered'), refresh: casePaths })
  return (
    <FormDrawer<{ result: string; amount?: string; files?: readonly StoredFile[] }>
      name={`complaint-answer-${complaint.id}`}
      title={t('complaint.answerTitle', { no: complaint.complaintNo })}
      submitLabel={t('complaint.act.answer')}
      width={520}
      call={answerComplaint}
      initial={{ result: complaint.result ?? undefined }}
      onSubmit={({ result, amount, files = [] }, { key }) =>
        answer.run(
          { id: complaint.id, version: complaint.version, result, amount, files: files.map(({ FileID }) => FileID) },
          { key },
        )
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="result" label={t('complaint.result')}>
          <Input.TextArea rows={4} maxLength={500} />
        </Field>
        {complaint.customerId !== null && (
          <Field name="amount" label={t('complaint.amount')}>
            <MoneyInput />
          </Field>
        )}
        <Field name="files" label={t('detail.files')} contract={false}>
          <FileInput max={5} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

type FollowValues = { reached: boolean; satisfaction?: number; remark?: string }

/** 回访: how satisfied he is, or that he was not reached. */
export function FollowUpForm({ complaint, onClose }: Props) {
  const { t } = useTranslation('cases')
  const follow = useAction(followUpComplaint, { success: t('complaint.followed'), refresh: casePaths })
  return (
    <FormDrawer<FollowValues>
      name={`complaint-follow-${complaint.id}`}
      title={t('complaint.followTitle', { no: complaint.complaintNo })}
      submitLabel={t('complaint.act.followUp')}
      width={480}
      call={followUpComplaint}
      initial={{ reached: true }}
      onSubmit={({ reached, satisfaction, remark }) =>
        follow.run({
          id: complaint.id,
          version: complaint.version,
          reached,
          satisfaction: reached ? satisfaction : undefined,
          remark,
        })
      }
      onClose={onClose}
    >
      <FollowFields complaint={complaint} />
    </FormDrawer>
  )
}

function FollowFields({ complaint }: Pick<Props, 'complaint'>) {
  const { t } = useTranslation('cases')
  const form = Form.useFormInstance<FollowValues>()
  const reached = Form.useWatch('reached', form)
  return (
    <FormSection columns={1}>
      <Field name="reached" label={`${complaint.complainant} ${complaint.phone}`} contract={false}>
        <Segmented
          options={[
            { value: true as never, label: t('complaint.reached') },
            { value: false as never, label: t('complaint.notReached') },
          ]}
        />
      </Field>
      {reached !== false && (
        <Field name="satisfaction" label={t('complaint.satisfaction')} required>
          <Choice
            options={[5, 4, 3, 2, 1].map((count) => ({ value: count, label: t('complaint.stars', { count }) }))}
          />
        </Field>
      )}
      <Field name="remark" label={t('complaint.remark')}>
        <Input maxLength={200} />
      </Field>
    </FormSection>
  )
}
