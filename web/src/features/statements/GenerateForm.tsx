import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { sayReason } from '@xunyun/contract/errors'
import { generateStatement, generateStatements, proposeStatement } from '@xunyun/contract/statements/calls'
import { type StatementDirection, statementDirections } from '@xunyun/contract/statements/states'
import { Form, Radio, Segmented } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { watchJobs } from '../../shared/jobs/jobs.ts'
import { serverNow } from '../../shared/session/session.ts'
import { day, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { statementPaths } from './paths.ts'
import styles from './Statements.module.css'

type Values = {
  readonly companyId: number
  readonly direction: StatementDirection
  readonly outletId: number
  readonly toDay: string
}
type Props = {
  readonly companyId?: number | undefined
  readonly direction?: StatementDirection | undefined
  readonly toDay?: string | undefined
  readonly onMade: (no: string) => void
  readonly onClose: () => void
}

/** 生成 of one company: by outlet what is open up to the day, which its bill day proposes. */
export function GenerateForm({ companyId, direction = 'receivable', toDay, onMade, onClose }: Props) {
  const { t } = useTranslation('statements')
  const generate = useAction(generateStatement, { refresh: statementPaths })
  return (
    <FormDrawer<Values>
      // What was begun for one company is not offered to another.
      name={companyId === undefined ? 'generate-statement' : `generate-statement-${direction}-${companyId}`}
      title={t('generate.title')}
      submitLabel={t('generate.save')}
      width={480}
      call={generateStatement}
      initial={{
        direction,
        ...(companyId === undefined ? {} : { companyId }),
        ...(toDay === undefined ? {} : { toDay }),
      }}
      onSubmit={async (values, options) => {
        const { no } = await generate.run(values, options)
        toast.success(t('generate.done', { no }))
        onMade(no)
      }}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="companyId" label={t('generate.company')}>
          <Lookup call={getCompanyChoices} />
        </Field>
        <DirectionField />
        <Field name="toDay" label={t('generate.toDay')} hint={t('generate.toDayHint')}>
          <DayInput />
        </Field>
        <Field name="outletId" label={t('generate.outlet')}>
          <OutletChoice />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** 应收: what is owed to us; 应付: what we owe. */
function DirectionField() {
  const { t } = useTranslation('statements')
  const language = useLanguage()
  return (
    <Field name="direction" label={t('column.direction')}>
      <Segmented
        options={statementDirections.map((value) => ({ value, label: wordFor('priceDirection', value, language) }))}
      />
    </Field>
  )
}

/** Of whoever is chosen above up to the day above: the outlets that have something to state. */
function OutletChoice({ value, onChange }: { value?: number; onChange?: (id: number) => void }) {
  const { t } = useTranslation('statements')
  const form = Form.useFormInstance<Values>()
  const fill = useFill()
  const companyId = Form.useWatch('companyId', form)
  const direction = Form.useWatch('direction', form)
  const toDay = Form.useWatch('toDay', form)
  const isAhead = typeof toDay === 'string' && toDay > day(serverNow())
  const { data } = useQuery({
    ...q(proposeStatement, { companyId: companyId ?? 0, direction, ...(toDay ? { toDay } : {}) }),
    enabled: typeof companyId === 'number' && !isAhead,
    staleTime: 0,
  })
  const language = useLanguage()
  useEffect(() => {
    if (isAhead) form.setFields([{ name: 'toDay', errors: [sayReason('field.future', {}, language)] }])
  }, [isAhead, form, language])
  const only = data?.outlets.filter(({ lines, openNo }) => lines > 0 && openNo === null)
  const proposed = data?.toDay
  const first = only?.[0]?.outletId
  // Nothing is up to the day anywhere: that is a matter of the day, and any outlet will do.
  const free = data?.outlets.filter(({ openNo }) => openNo === null)
  const isNothing = free !== undefined && free.length > 0 && first === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was proposed last counts, not what the form does
  useEffect(() => {
    if (proposed !== undefined && !toDay) fill({ toDay: proposed })
    if (first !== undefined && !only?.some(({ outletId }) => outletId === value)) fill({ outletId: first })
    if (!isNothing) return
    fill({ outletId: free?.[0]?.outletId })
    form.setFields([
      { name: 'toDay', errors: [t('generate.nothing')] },
      { name: 'outletId', errors: [] },
    ])
  }, [proposed, first, isNothing])
  if (typeof companyId !== 'number') return <p className={styles.hint}>{t('generate.choose')}</p>
  if (data === undefined) return null
  if (data.outlets.length === 0) return <p className={styles.hint}>{t('generate.none')}</p>
  return (
    <Radio.Group
      className={styles.outlets}
      {...(value === undefined ? {} : { value })}
      onChange={(event) => onChange?.(event.target.value as number)}
    >
      {data.outlets.map(({ outletId, outletName, opening, closing, lines, openNo, isDraft }) => (
        <Radio key={outletId} value={outletId} disabled={openNo !== null || lines === 0}>
          {outletName}
          <span className={styles.figures} data-open={openNo === null ? undefined : ''}>
            {openNo === null
              ? t('generate.figures', { lines, opening: money(opening), closing: money(closing) })
              : t(isDraft ? 'generate.openDraft' : 'generate.openNo', { no: openNo })}
          </span>
        </Radio>
      ))}
    </Radio.Group>
  )
}

/** 生成 of everybody, as a job. */
export function GenerateAllForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('statements')
  const start = useAction(generateStatements, { refresh: statementPaths })
  return (
    <FormDrawer<{ readonly toDay?: string; readonly direction: StatementDirection }>
      name="generate-statements"
      title={t('generateAll.title')}
      submitLabel={t('generateAll.save')}
      width={440}
      call={generateStatements}
      initial={{ direction: 'receivable' }}
      onSubmit={async (values, options) => {
        await start.run(values, options)
        toast.info(t('generateAll.done'))
        watchJobs()
      }}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <DirectionField />
        <Field name="toDay" label={t('generate.toDay')} hint={t('generateAll.toDayHint')}>
          <DayInput />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
