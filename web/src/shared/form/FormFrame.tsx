import { Button, Form } from 'antd'
import { History, Lock, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMessage } from '../api/fieldErrors.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { useIsPhone } from '../ui/useDevice.ts'
import { complaint, isRequired, schemaOf } from './checks.ts'
import { tellCutPaste } from './cutPaste.ts'
import { changedBy, clashes, sameContent } from './dirty.ts'
import { beginIn, enterGoesOn } from './enter.ts'
import styles from './Form.module.css'
import type { FormState, Values } from './useForm.ts'

type Frame = Pick<FormState<Values>, 'call' | 'against' | 'onChange' | 'messages'>
const FrameContext = createContext<Frame>({ call: undefined, against: null, onChange: () => {}, messages: [] })

/** Fills fields in as if they had been typed: the draft and the dirty mark follow. */
export function useFill(): (values: Values) => void {
  const form = Form.useFormInstance()
  const { onChange } = useContext(FrameContext)
  return (values) => {
    form.setFieldsValue(values)
    onChange(values)
  }
}

/** What the server said of fields, for a control that holds many in one: `lines.0.qty`. */
export const useMessages = (): readonly FieldMessage[] => useContext(FrameContext).messages

type Cells = {
  /** Of what was sent, the row that shows it; default: the same. */
  readonly rows?: readonly number[]
  /** The cell that shows a field of another name. */
  readonly cells?: Readonly<Record<string, string>>
}
/** What the server said of the cells of a list, `lines.0.qty`, by row and cell: `0.qty`; of a whole line `0.`. */
export function useCellErrors(list: string, { rows, cells = {} }: Cells = {}): ReadonlyMap<string, string> {
  return new Map(
    useMessages().flatMap(({ name: [root, index, field], errors: [error] }) =>
      root === list && index !== undefined && error !== undefined
        ? [[`${rows?.[Number(index)] ?? index}.${cells[String(field)] ?? field ?? ''}`, error] as const]
        : [],
    ),
  )
}

/** The fields of a form from `useForm`, with what has to be said over them. */
export function FormFrame<V extends Values>({
  state,
  readOnly,
  begins = true,
  children,
}: {
  state: FormState<V>
  readOnly?: string
  /** false: the cursor stays where it is, as beside a field that is scanned into. */
  begins?: boolean
  children: ReactNode
}) {
  const isPhone = useIsPhone()
  const isChinese = useLanguage() === 'zh'
  const body = useRef<HTMLDivElement>(null)
  const begun = useRef(false)
  useEffect(() => {
    // Coming back to the tab runs this again; then the cursor is where it was.
    if (begins && !begun.current) beginIn(body.current)
    begun.current = true
  }, [begins])
  return (
    <Form<V>
      form={state.form}
      name={state.name}
      initialValues={state.start}
      disabled={readOnly !== undefined}
      layout={isPhone ? 'vertical' : 'horizontal'}
      labelCol={isPhone ? undefined : { flex: isChinese ? '84px' : '128px' }}
      labelWrap
      colon={false}
      autoComplete="off"
      validateTrigger="onBlur"
      onValuesChange={(changed) => state.onChange(changed as Partial<V>)}
    >
      {readOnly !== undefined && (
        <div className={styles.note} data-tone="blue" role="status">
          <Lock size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{readOnly}</span>
        </div>
      )}
      <FormNotes state={state as unknown as FormState<Values>} />
      <FrameContext
        value={{
          call: state.call,
          against: state.against,
          messages: state.messages,
          onChange: (changed) => state.onChange(changed as Partial<V>),
        }}
      >
        <div ref={body} {...enterGoesOn} onPaste={tellCutPaste}>
          {children}
        </div>
      </FrameContext>
    </Form>
  )
}

/** A note over a long form is of no use above the window's edge. */
const reveal = (note: HTMLElement | null) => note?.scrollIntoView?.({ block: 'center' })

function FormNotes({ state }: { state: FormState<Values> }) {
  const { t } = useTranslation('ui')
  if (state.conflict)
    return (
      <div ref={reveal} className={styles.note} data-tone="orange" role="alert">
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {state.conflict.message} · {t('form.kept')}
        </span>
        {state.reload && (
          <Button size="small" onClick={state.reload}>
            {t('form.reload')}
          </Button>
        )}
      </div>
    )
  const restored = state.restored && state.dirty
  const { against } = state
  if (!restored && !against) return null
  // What the form does not ask for is nobody's to choose.
  const asked = (name: string) => state.call === undefined || schemaOf(state.call, name) !== undefined
  const open =
    against &&
    Object.keys(against.mine).some(
      (name) => asked(name) && clashes(against.was[name], against.mine[name], against.theirs[name]),
    )
  return (
    <div className={styles.note} data-tone={open ? 'orange' : 'blue'} role="status">
      <History size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {restored && t('form.restored')}
        {restored && against && ' · '}
        {against && t(open ? 'form.clash' : 'form.compared')}
      </span>
      {restored && (
        <Button size="small" onClick={state.startOver}>
          {t('form.startOver')}
        </Button>
      )}
    </div>
  )
}

type SectionProps = { title?: ReactNode; hint?: ReactNode; columns?: 1 | 2 | 3 | 4; children: ReactNode }

/** Fields that belong together, in the order of the work. */
export function FormSection({ title, hint, columns = 2, children }: SectionProps) {
  return (
    <section className={styles.section} data-part>
      {title && (
        <h3 className={styles.sectionTitle}>
          {title}
          {hint && <small>{hint}</small>}
        </h3>
      )}
      <div className={styles.fields} style={{ '--columns': columns } as React.CSSProperties}>
        {children}
      </div>
    </section>
  )
}

type Path = readonly (string | number)[]
type FieldProps = {
  /** As the contract calls it; a path for what lies deeper. */
  readonly name: string | Path
  readonly label: ReactNode
  /** Default: as the contract has it. */
  readonly required?: boolean
  /** Columns it takes. */
  readonly span?: 1 | 2 | 3 | 4
  readonly hint?: ReactNode
  /** The value in words, where a record has become another meanwhile. */
  readonly says?: (value: never) => ReactNode
  readonly valuePropName?: string
  readonly dependencies?: string[]
  /** False where the form's value is converted before it is sent, as a tick to 1: the contract's check is not for it. */
  readonly contract?: boolean
  /** Beside what the contract checks. */
  readonly check?: (value: never) => string | null | Promise<string | null>
  readonly children: ReactNode
}

/** One labelled input. The contract checks it when it is left. */
export function Field(props: FieldProps) {
  const { name, label, span = 1, hint, says, check, children } = props
  const { t } = useTranslation('ui')
  const { call, against } = useContext(FrameContext)
  const path = typeof name === 'string' ? [name] : [...name]
  const schema = path.length === 1 && props.contract !== false ? schemaOf(call, String(path[0])) : undefined
  const required = props.required ?? isRequired(schema)
  const rules = [
    {
      required,
      // The star alone; what is missing is said below, in the words of the catalogue.
      validator: async (_: unknown, value: unknown) => {
        const empty =
          value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
        if (empty && required) throw new Error(t('form.required'))
        if (empty) return
        const wrong = (schema && (await complaint(schema, value))) ?? (await check?.(value as never)) ?? null
        if (wrong) throw new Error(wrong)
      },
    },
  ]
  return (
    <div className={styles.field} style={{ '--span': span } as React.CSSProperties}>
      <Form.Item
        name={path}
        label={label}
        rules={rules}
        extra={against ? <Compared name={path} says={says as (value: unknown) => ReactNode} hint={hint} /> : hint}
        valuePropName={props.valuePropName}
        dependencies={props.dependencies}
      >
        {children}
      </Form.Item>
    </div>
  )
}

/** A control beside the fields that is none of what is sent: a filter, say. */
export function LikeField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <Form.Item label={label}>{children}</Form.Item>
    </div>
  )
}

/** Beside a list that is no field: the same for it. */
export function TheirList<T>({ name, says }: { name: string; says: (line: T) => string }) {
  const { against } = useContext(FrameContext)
  if (!against) return null
  return <Compared name={[name]} says={(lines) => (lines as T[]).map(says).join(' · ')} />
}

type ComparedProps = { name: Path; says?: (value: unknown) => ReactNode; hint?: ReactNode }

/** Below a field that somebody else changed too: what the record holds now, and whose is to hold. */
function Compared({ name, says, hint }: ComparedProps) {
  const { t } = useTranslation('ui')
  const form = Form.useFormInstance()
  const { against, onChange } = useContext(FrameContext)
  const now: unknown = Form.useWatch([...name], form)
  if (!against) return hint
  const [was, mine, theirs] = [against.was, against.mine, against.theirs].map((values) => within(values, name))
  const who = changedBy(was, mine, theirs)
  if (who !== 'them' && who !== 'both') return hint
  const take = (value: unknown) => {
    form.setFieldValue([...name], value)
    const [root] = name
    if (root !== undefined) onChange({ [root]: form.getFieldValue(root) as unknown })
  }
  const taken = sameContent(now, theirs)
  if (taken && who === 'them') return <span className={styles.taken}>{t('form.taken')}</span>
  const [before = '', after = ''] = t(taken ? 'form.taken' : 'form.currentIs', { value: '\u0000' }).split('\u0000')
  const isEmpty = theirs === undefined || theirs === null || theirs === ''
  return (
    <span className={taken ? styles.taken : styles.theirs}>
      {before}
      {!taken && (isEmpty ? t('form.empty') : (says?.(theirs) ?? String(theirs)))}
      {after}
      <Button type="link" size="small" onClick={() => take(taken ? mine : theirs)}>
        {t(taken ? 'form.takeMine' : 'form.takeTheirs')}
      </Button>
    </span>
  )
}

const within = (values: Values, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Values | undefined | null)?.[key], values)
