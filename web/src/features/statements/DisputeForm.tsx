import { useQuery } from '@tanstack/react-query'
import {
  disputeStatement,
  getStatement,
  type StatementLine,
  type StatementRow,
} from '@xunyun/contract/statements/calls'
import { longestDispute } from '@xunyun/contract/statements/states'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Field, FormDrawer, FormSection, useCellErrors } from '../../shared/form/FormDrawer.tsx'
import { LineGrid } from '../../shared/form/LineGrid.tsx'
import { money } from '../../shared/ui/format.ts'
import { owedBy, useWhatOf } from './lines.ts'
import { statementPaths } from './paths.ts'
import styles from './Statements.module.css'

/** By line: what the customer says to it. */
type Said = Readonly<Record<number, string>>
type Values = { readonly caller: string; readonly disputes: Said; readonly remark?: string }

/** What is sent, in the order of the lines: what the server says of one is found again by its place. */
const sentDisputes = (lines: readonly StatementLine[], said: Said) =>
  lines.flatMap(({ id }) => {
    const dispute = said[id]?.trim()
    return dispute ? [{ lineId: id, dispute }] : []
  })

/** 登记异议: what the customer disputes by telephone, line by line. */
export function DisputeForm({ statement, onClose }: { statement: StatementRow; onClose: () => void }) {
  const { t } = useTranslation('statements')
  const { data } = useQuery({ ...q(getStatement, { id: statement.id }), staleTime: 0 })
  const dispute = useAction(disputeStatement, { refresh: statementPaths, success: t('done.dispute') })
  return (
    <FormDrawer<Values>
      name={`dispute-statement-${statement.id}`}
      title={t('dispute.title', { no: statement.no })}
      submitLabel={t('act.dispute')}
      width={820}
      call={disputeStatement}
      initial={data && { disputes: {} }}
      onSubmit={({ caller, disputes, remark }, options) =>
        dispute.run(
          {
            id: statement.id,
            version: statement.version,
            caller,
            disputes: sentDisputes(data?.lines ?? [], disputes),
            remark,
          },
          options,
        )
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        <p className={styles.hint}>{t('dispute.hint')}</p>
        <Field name="caller" label={t('column.caller')}>
          <Input maxLength={60} />
        </Field>
        <Form.Item name="disputes" noStyle>
          <DisputedLines lines={data?.lines ?? []} />
        </Form.Item>
        {data && data.lineCount > data.lines.length && (
          <p className={styles.hint}>{t('dispute.more', { count: data.lines.length })}</p>
        )}
        <Field name="remark" label={t('dispute.remark')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={longestDispute} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

type Line = { readonly dispute: string | undefined }
type Props = {
  readonly lines: readonly StatementLine[]
  readonly value?: Said
  readonly onChange?: (said: Said) => void
}

function DisputedLines({ lines, value = {}, onChange }: Props) {
  const { t } = useTranslation('statements')
  const whatOf = useWhatOf()
  const rows = sentDisputes(lines, value).map(({ lineId }) => lines.findIndex(({ id }) => id === lineId))
  const errors = useCellErrors('disputes', { rows, cells: { lineId: 'dispute' } })
  const shown = (key: string, title: string, cell: (line: StatementLine) => string, right = false) => ({
    key,
    title,
    right,
    shown: true,
    render: (_: Line, _set: unknown, _props: unknown, row: number) => cell(lines[row] as StatementLine),
  })
  return (
    <LineGrid<Line>
      name="disputes"
      label={t('detail.lines')}
      errors={errors}
      fixed
      none={t('detail.none')}
      value={lines.map(({ id }) => ({ dispute: value[id] }))}
      onChange={(said) =>
        onChange?.(
          Object.fromEntries(
            said.flatMap(({ dispute }, row) => {
              const id = lines[row]?.id
              return id === undefined || !dispute ? [] : [[id, dispute]]
            }),
          ),
        )
      }
      columns={[
        shown('day', t('line.day'), ({ day }) => day),
        shown('ofNo', t('line.ofNo'), ({ ofNo }) => ofNo ?? '—'),
        shown('what', t('line.what'), whatOf),
        shown('amount', t('line.amount'), (line) => money(owedBy(line)), true),
        {
          key: 'dispute',
          title: t('line.dispute'),
          className: styles.dispute,
          render: (line, set, props) => (
            <Input
              {...props}
              maxLength={longestDispute}
              value={line.dispute ?? ''}
              onChange={({ target }) => set({ dispute: target.value })}
            />
          ),
        },
      ]}
    />
  )
}
