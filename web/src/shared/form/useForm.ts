import type { Call } from '@xunyun/contract/kernel/call'
import { Form, type FormInstance } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { newKey } from '../api/encode.ts'
import { ApiError } from '../api/errors.ts'
import { type FieldMessage, fieldMessages } from '../api/fieldErrors.ts'
import { dropDraft, hasDraft, readDraft, writeDraft } from '../session/drafts.ts'
import { useSession } from '../session/session.ts'
import { useTab } from '../tabs/useTab.ts'
import { toast } from '../ui/toasts.ts'
import { type Against, type Draft, isDirty, isOutdated, merged } from './dirty.ts'
import { choicesTaken } from './underWay.ts'
import { openedOf } from './waiting.ts'

export type Values = Record<string, unknown>

export type FormOptions<V extends Values> = {
  /** Its own in the whole product: DOM ids and the draft are named by it. With the record's id for a record's form. */
  readonly name: string
  readonly initial: Partial<V>
  /** Of a form that lies over its page: its draft waits there under this name until the form is opened again. */
  readonly title?: string
  /** Its schema checks the fields when they are left, and says which are required. */
  readonly call?: Call
  /** Fields that are not kept in a draft: passwords. */
  readonly secret?: readonly string[]
  /** Sends. What it throws is shown: field errors at the fields, a conflict over the form. */
  readonly onSubmit: (values: V, options: { key: string }) => Promise<unknown>
  readonly onSaved?: () => void
  /** Fetches the record as it is now, after a conflict; the page keeps its new version. */
  readonly onReload?: () => Promise<Partial<V>>
}

export type Conflict = { readonly message: string }

export type FormState<V extends Values> = {
  readonly form: FormInstance<V>
  readonly name: string
  readonly start: Partial<V>
  readonly call: Call | undefined
  readonly busy: boolean
  readonly dirty: boolean
  /** What was typed before a reload or a crash is back. */
  readonly restored: boolean
  readonly conflict: Conflict | null
  /** Somebody changed the record meanwhile: what to compare with. */
  readonly against: Against | null
  readonly submit: () => void
  readonly reload: (() => void) | null
  /** Back to the record as it is; the draft is gone. */
  readonly startOver: () => void
  /** Leaving without saving. */
  readonly drop: () => void
  readonly onChange: (changed: Partial<V>) => void
  /** What the server said of fields, for controls that hold many in one: `goods.0.pieces`. */
  readonly messages: readonly FieldMessage[]
}

/** A form whose content is never lost: draft, dirty mark, field errors, conflict, one key an intent. */
export function useForm<V extends Values>(options: FormOptions<V>): FormState<V> {
  const { name, initial, onSubmit } = options
  const [form] = Form.useForm<V>()
  const tab = useTab()
  const userId = useSession((session) => session.userInfo?.UserID ?? 0)
  const [found] = useState(() => readDraft<Draft<V>>(userId, tab.path, name))
  const basis = useRef(initial)
  const key = useRef(newKey())
  const said = useRef<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(found !== null)
  const [restored, setRestored] = useState(found !== null)
  const [messages, setMessages] = useState<readonly FieldMessage[]>([])
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [against, setAgainst] = useState<Against | null>(() =>
    found && isOutdated(found, initial)
      ? { was: found.basis, mine: { ...initial, ...found.values }, theirs: initial }
      : null,
  )
  const start = useMemo(
    () => (found ? (merged(found.basis, { ...initial, ...found.values }, initial) as Partial<V>) : initial),
    [initial, found],
  )

  const mark = (now: boolean) => {
    setDirty(now)
    // Another form of this page may have left something too.
    tab.setDirty(now || hasDraft(userId, tab.path))
  }
  const drop = () => {
    dropDraft(userId, tab.path, name)
    mark(false)
  }

  const keep = (values: V) => {
    const now = isDirty(basis.current, values)
    const { title, secret } = options
    // A field that was emptied stays empty: JSON would leave `undefined` out.
    const kept = Object.entries(values).flatMap(([field, value]) =>
      secret?.includes(field) ? [] : [[field, value === undefined ? null : value] as const],
    )
    const draft: Draft<V> = { values: Object.fromEntries(kept) as V, basis: basis.current }
    const place = title === undefined ? {} : { title, opened: openedOf(tab.path) }
    if (now) writeDraft(userId, tab.path, name, { ...draft, ...place } satisfies Draft<V>)
    else dropDraft(userId, tab.path, name)
    mark(now)
  }

  const unsay = () => {
    if (said.current !== null) toast.takeBack(said.current)
    said.current = null
  }

  // One that is a page of its own has no sheet that takes its refusal along.
  useEffect(
    () => () => {
      if (said.current !== null) toast.takeBack(said.current)
    },
    [],
  )

  const submit = async () => {
    if (busy) return
    // What was refused before has been mended, or will be said again.
    unsay()
    const choices = choicesTaken()
    if (choices !== undefined) {
      setBusy(true)
      await choices
    }
    try {
      await form.validateFields()
    } catch {
      setBusy(false)
      revealFirstError(form, name)
      return
    }
    setBusy(true)
    setMessages([])
    try {
      await onSubmit(form.getFieldsValue(true) as V, { key: key.current })
      drop()
      options.onSaved?.()
    } catch (error) {
      await showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  const showRefusal = async (error: unknown) => {
    if (error instanceof Error) said.current = error.message
    if (!(error instanceof ApiError)) return
    // A refused command left nothing behind; what is changed now is another intent.
    key.current = newKey()
    if (error.code === 409 && error.reason === 'kernel.stale') setConflict({ message: error.message })
    const refused = await fieldMessages(error)
    setMessages(refused)
    if (refused.length === 0) return
    form.setFields(refused as FieldsOf<V>)
    revealFirstError(form, name)
  }

  const reload = async () => {
    const fresh = await options.onReload?.()
    if (!fresh) return
    // What was not touched here is as the other left it; the rest is shown beside.
    const mine = form.getFieldsValue(true) as V
    const next = merged(basis.current, mine, fresh) as Partial<V>
    setAgainst({ was: basis.current, mine, theirs: fresh })
    basis.current = fresh
    form.setFieldsValue(next as Parameters<typeof form.setFieldsValue>[0])
    keep({ ...mine, ...next })
    setConflict(null)
    unsay()
  }

  return {
    form,
    name,
    start,
    call: options.call,
    busy,
    dirty,
    restored,
    conflict,
    against,
    submit: () => void submit(),
    reload: options.onReload ? () => void reload().catch(() => undefined) : null,
    startOver: () => {
      drop()
      setRestored(false)
      setAgainst(null)
      form.setFieldsValue(
        blankOut(form.getFieldsValue(true) as V, basis.current) as Parameters<typeof form.setFieldsValue>[0],
      )
    },
    drop,
    messages,
    onChange: (changed) => {
      // The toast names the first field that was refused; mended, it is untrue.
      const named = messages[0]?.name[0]
      if (named !== undefined && named in changed) unsay()
      // With every key: what says nothing new is left as it is, or the whole form would be drawn again.
      setMessages((before) => {
        const left = before.filter(({ name: [field] }) => field === undefined || !(field in changed))
        return left.length === before.length ? before : left
      })
      const refused = Object.keys(changed).filter((field) => form.getFieldError([field] as never).length > 0)
      if (refused.length > 0)
        form.setFields(refused.map((field) => ({ name: [field], errors: [] })) as unknown as FieldsOf<V>)
      keep(form.getFieldsValue(true) as V)
    },
  }
}

type FieldsOf<V> = Parameters<FormInstance<V>['setFields']>[0]

/** Every field as it was; what had nothing has nothing again. */
const blankOut = <V extends Values>(now: V, initial: Partial<V>): Values => ({
  ...Object.fromEntries(Object.keys(now).map((field) => [field, undefined])),
  ...initial,
})

function revealFirstError<V>(form: FormInstance<V>, name: string): void {
  const first = (form.getFieldsError() as unknown as FieldMessage[]).find(({ errors }) => errors.length > 0)
  const own = first && document.getElementById([name, ...first.name].join('_'))
  if (own) {
    reveal(own)
    return
  }
  // A cell of a grid has no name of its own in the form; it is marked once the form is drawn with what was said of it.
  const look = (frames: number) => {
    const cell = document.getElementById(name)?.querySelector<HTMLElement>(marked)
    if (cell) reveal(cell)
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  look(30)
}

const marked =
  'input[aria-invalid="true"], input.ant-input-status-error, .ant-input-status-error input, .ant-select-status-error input'

function reveal(field: HTMLElement): void {
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
}
