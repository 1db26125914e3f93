import { useQuery } from '@tanstack/react-query'
import { type ApprovalRow, getTransferChoices, transferApprovals } from '@xunyun/contract/approvals/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { FormDrawer } from '../../shared/form/FormDrawer.tsx'
import { Field, FormSection } from '../../shared/form/FormFrame.tsx'

type Values = { userId?: number; note?: string }
type Props = {
  readonly rows: readonly ApprovalRow[]
  readonly refresh: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** 转交: who decides instead of me, and why; they read it in the path of the review. */
export function TransferDialog({ rows, refresh, onDone, onClose }: Props) {
  const { t } = useTranslation('approvals')
  const bizTypes = [...new Set(rows.map(({ bizType }) => bizType))]
  const transfer = useBatch(transferApprovals, { title: t('done.transfer'), refresh: [...refresh], onDone })
  const choices = useQuery(q(getTransferChoices, { bizTypes }))
  return (
    <FormDrawer<Values>
      name={`transfer-${rows[0]?.id ?? 0}`}
      title={
        rows.length === 1 ? t('transfer.one', { no: rows[0]?.docNo ?? '' }) : t('transfer.many', { count: rows.length })
      }
      submitLabel={t('act.transfer')}
      width={480}
      call={transferApprovals}
      initial={{}}
      onSubmit={({ userId, note }) =>
        transfer.run({ ids: rows.map(({ id }) => id), userId: userId as never, note: note ?? '' })
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="userId" label={t('transfer.to')} required>
          <Choice options={(choices.data ?? []).map(({ id, label }) => ({ value: id, label }))} />
        </Field>
        <Field name="note" label={t('transfer.note')} required>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
