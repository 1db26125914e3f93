import { addAdjustments, getAdjustables } from '@xunyun/contract/costs/adjustments'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Button, Form, Input, type InputRef } from 'antd'
import { ScanLine } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { FileInput } from '../../../shared/form/FileInput.tsx'
import { Field, FormSection, useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { FormFrame } from '../../../shared/form/FormFrame.tsx'
import { isTable } from '../../../shared/form/isTable.ts'
import { useForm } from '../../../shared/form/useForm.ts'
import type { LeftOut, LeftOutRow } from '../../../shared/form/useLeftOut.tsx'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import styles from '../Costs.module.css'
import { applicationPaths } from '../paths.ts'
import { AdjustGrid } from './AdjustGrid.tsx'
import { AdjustPanel } from './AdjustPanel.tsx'
import {
  type AdjustLine,
  added,
  feeItemOf,
  inputOf,
  lineOf,
  mostLines,
  readWanted,
  type Target,
  type Wanted,
} from './adjustLines.ts'

export type Made = { readonly nos: readonly string[]; readonly submitted: boolean }
type Values = { lines: readonly AdjustLine[]; fileIds?: readonly StoredFile[] }
type Props = {
  readonly name: string
  readonly initial: readonly AdjustLine[]
  readonly leftOut: LeftOut
  readonly head: ReactNode
  readonly onMade: (made: Made) => void
}
/** So many numbers are asked for at once that they fit an address. */
const asked = 200

/** Lines of adjustments: scanned or pasted, typed over, sent all at once or not at all. */
export function AdjustForm({ name, initial, leftOut, head, onMade }: Props) {
  const { t } = useTranslation('costs')
  const isPhone = useIsPhone()
  const tab = useTab()
  const submitting = useRef(true)
  const made = useRef<Made | null>(null)
  const [active, setActive] = useState(0)
  const add = useAction(addAdjustments, { refresh: applicationPaths })
  const state = useForm<Values>({
    name,
    initial: { lines: initial },
    call: addAdjustments,
    onSubmit: async ({ lines, fileIds = [] }, { key }) => {
      const { nos } = await add.run(
        {
          lines: lines.map(inputOf),
          submit: submitting.current,
          fileIds: fileIds.map(({ FileID }) => FileID),
        } as Sending<typeof addAdjustments>,
        { key },
      )
      toast.success(t(submitting.current ? 'adjust.submitted' : 'adjust.kept', { count: nos.length }))
      made.current = { nos, submitted: submitting.current }
      leftOut.clear()
    },
    // The next form begins when the draft of this one is gone.
    onSaved: () => made.current && onMade(made.current),
  })
  const lines: readonly AdjustLine[] = Form.useWatch('lines', { form: state.form, preserve: true }) ?? []
  const set = (next: readonly AdjustLine[]) => {
    state.form.setFieldsValue({ lines: next as AdjustLine[] })
    state.onChange({ lines: next })
  }
  const save = (submit: boolean) => {
    if (lines.length === 0) return
    submitting.current = submit
    state.submit()
  }
  useSaveKey(tab.visible, () => save(true))

  /** What was scanned or pasted, in its order; what is no adjustment is named below with its reason. */
  const take = async (wanted: readonly Wanted[], reason: string) => {
    const found = await targetsOf([...new Set(wanted.map(({ number }) => number))])
    let next: readonly AdjustLine[] = state.form.getFieldValue('lines') ?? []
    let at = -1
    const left: LeftOutRow[] = []
    for (const { number, item, amount, reason: own } of wanted) {
      const targets = found.filter((target) => target.number === number)
      const why = whyNot(targets, item, next)
      if (why !== undefined) {
        left.push({ cells: [number, item, amount, own].filter(Boolean), why })
        continue
      }
      const given = {
        ...(item === '' ? {} : { feeItem: feeItemOf(item) }),
        ...(amount === '' ? {} : { amount }),
        ...(own || reason ? { reason: own || reason } : {}),
      }
      const isWhole = item !== '' || amount !== ''
      const [first] = targets
      const step =
        isWhole && first !== undefined
          ? { lines: [...next, lineOf(first, next, given)], at: next.length }
          : added(next, targets, given)
      next = step.lines
      if (at < 0) at = step.at
    }
    leftOut.tell(left, at >= 0)
    if (at < 0) return
    set(next)
    setActive(at)
    requestAnimationFrame(() => amountField(at)?.focus())
  }
  const whyNot = (targets: readonly Target[], item: string, next: readonly AdjustLine[]): string | undefined => {
    const [first] = targets
    if (first === undefined) return t('adjust.unknown')
    if (first.problem !== null) return first.problem
    if (item !== '' && feeItemOf(item) === undefined) return t('adjust.noItem')
    return next.length >= mostLines ? t('adjust.tooMany', { count: mostLines }) : undefined
  }

  return (
    <div className={styles.page}>
      <div className={styles.body}>
        {!isPhone && <h1 className={styles.title}>{t('adjust.title')}</h1>}
        {head}
        <FormFrame state={state}>
          <div className={styles.columns}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: follows the cursor through the lines */}
            <div
              className={styles.main}
              onFocus={({ target }) => {
                const row = target.closest<HTMLElement>('tr[data-line]')?.dataset.line
                if (row !== undefined) setActive(Number(row))
              }}
            >
              <ScanBar
                begun={initial.length > 0}
                onTake={take}
                onFill={(reason) => set(lines.map((line) => ({ ...line, reason: line.reason ?? reason })))}
              />
              {leftOut.list}
              <div className={styles.grid}>
                <Form.Item name="lines" noStyle>
                  <AdjustGrid onTable={(text) => void take(readWanted(text), '')} />
                </Form.Item>
                {!isPhone && <p className={styles.hint}>{t('adjust.paste')}</p>}
              </div>
              <FormSection columns={1}>
                <Field name="fileIds" label={t('adjust.files')} contract={false}>
                  <FileInput />
                </Field>
              </FormSection>
            </div>
            <AdjustPanel lines={lines} active={lines[Math.min(active, lines.length - 1)]} />
          </div>
        </FormFrame>
      </div>
      <div className={styles.bar}>
        <Button
          type="primary"
          data-commit
          loading={state.busy}
          disabled={lines.length === 0}
          onClick={() => save(true)}
        >
          {t('adjust.submit', { count: lines.length })}
          {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
        </Button>
        <Button disabled={state.busy || lines.length === 0} onClick={() => save(false)}>
          {t('adjust.draft')}
        </Button>
      </div>
    </div>
  )
}

const amountField = (row: number) => document.querySelector<HTMLInputElement>(`[data-cell="${row}-amount"] input`)

async function targetsOf(numbers: readonly string[]): Promise<Target[]> {
  const found: Target[] = []
  for (let from = 0; from < numbers.length; from += asked)
    found.push(...(await api(getAdjustables, { numbers: numbers.slice(from, from + asked) })))
  return found
}

type BarProps = {
  /** With lines: their first figure is typed next, not another number. */
  begun: boolean
  onTake: (wanted: readonly Wanted[], reason: string) => Promise<void>
  onFill: (reason: string) => void
}

/** Where numbers are scanned and pasted, and the reason that lines without one take over. */
function ScanBar({ begun, onTake, onFill }: BarProps) {
  const { t } = useTranslation('costs')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const input = useRef<InputRef>(null)
  const take = async (text: string) => {
    setTyped('')
    const wanted = readWanted(text)
    // A refusal has been said; the numbers are still on the clipboard or the paper.
    if (wanted.length > 0) await onTake(wanted, reason.trim()).catch(() => setTyped(text))
  }
  const isBegun = useRef(begun)
  useEffect(() => {
    setTimeout(() => (isBegun.current ? amountField(0) : input.current)?.focus())
  }, [])
  return (
    <div className={styles.scanBar}>
      <Input
        ref={input}
        allowClear
        className={styles.scan}
        value={typed}
        prefix={<ScanLine size={14} strokeWidth={1.75} />}
        placeholder={t('adjust.scan')}
        aria-label={t('adjust.scan')}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!isTable(text)) return
          event.preventDefault()
          void take(text)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // A scan is no wish to go on to the next field.
          event.preventDefault()
          event.stopPropagation()
          void take(typed)
        }}
      />
      <Input
        className={styles.reasonOfAll}
        maxLength={300}
        value={reason}
        placeholder={t('adjust.reasonOfAll')}
        aria-label={t('adjust.reasonOfAll')}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button disabled={reason.trim() === ''} onClick={() => onFill(reason.trim())}>
        {t('adjust.fill')}
      </Button>
    </div>
  )
}
