import { confirmStatement, type StatementRow } from '@xunyun/contract/statements/calls'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { statementPaths } from './paths.ts'

type Values = { readonly files?: readonly StoredFile[]; readonly remark?: string }

/** 确认 by hand, with the proof of it. */
export function ConfirmForm({ statement, onClose }: { statement: StatementRow; onClose: () => void }) {
  const { t } = useTranslation('statements')
  const confirm = useAction(confirmStatement, { refresh: statementPaths, success: t('done.confirm') })
  return (
    <FormDrawer<Values>
      name={`confirm-statement-${statement.id}`}
      title={t('confirm.title', { no: statement.no })}
      submitLabel={t('act.confirm')}
      width={440}
      call={confirmStatement}
      initial={{}}
      onSubmit={({ files = [], remark }, options) =>
        confirm.run(
          { id: statement.id, version: statement.version, fileIds: files.map(({ FileID }) => FileID), remark },
          options,
        )
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="files" label={t('confirm.proof')} contract={false} required hint={t('confirm.proofHint')}>
          <FileInput max={5} accept="image/*,application/pdf" />
        </Field>
        <Field name="remark" label={t('confirm.remark')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
