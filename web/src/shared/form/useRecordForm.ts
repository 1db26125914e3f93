import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call, Output } from '@xunyun/contract/kernel/call'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../action/useAction.ts'
import type { Sending } from '../api/api.ts'
import type { FormOptions, Values } from './useForm.ts'

type Versioned = { readonly id: number; readonly version: number }

type Options<R extends Versioned, A extends Call> = {
  /** Of the kind of record, its own in the whole product: `driver`. Names the draft and DOM ids. */
  readonly name: string
  readonly add: A
  readonly change: Call
  /** Reads the record by its id: at first where only the id is known, and again after somebody else changed it. */
  readonly get: (id: number) => Promise<R | undefined>
  /** Paths of the calls whose answers change with it. */
  readonly refresh: readonly string[]
  /** A new record that begins as the given one. */
  readonly copy?: boolean
  /** What a new record begins with. */
  readonly fresh?: Values
  /** The form's values of a record; default: `same`, what the change's input has of it under the same names. */
  readonly valuesOf?: (record: R, same: Values) => Values
  /** What is sent for the form's values; default: the values. Null: a new record. */
  readonly inputOf?: (values: never, record: R | null) => object
  /** After a new one: default is the word that it is saved. */
  readonly onAdded?: (output: Output<A>, values: Values) => void
  /** What the change's input calls the id; default: `id`. */
  readonly idName?: string
  /** The word after saving; default: that it is saved. */
  readonly success?: string
}

/** What the change's input has of the record under the same names. */
function sameFields(change: Call, record: object): Values {
  const { id: _, version: __, ...fields } = (change.input as unknown as { shape: object }).shape as Values
  return Object.fromEntries(Object.entries(record).filter(([key]) => key in fields))
}

/**
 * The form of a record: adds a new one (`of` is null) or changes one, of which the row or the id is known. Gives what a
 * `FormDrawer` takes, and the record as the form knows it: undefined for a new one, and while it is fetched.
 */
export function useRecordForm<R extends Versioned, A extends Call>(of: R | number | null, options: Options<R, A>) {
  const { name, get, refresh, onAdded, idName = 'id' } = options
  const { t } = useTranslation('ui')
  const client = useQueryClient()
  const success = options.success ?? t('master.saved')
  const add = useAction(options.add, { refresh, ...(onAdded ? {} : { success }) })
  const change = useAction(options.change, { refresh, success })
  const id = typeof of === 'object' ? (of?.id ?? null) : of
  const question = {
    queryKey: ['form', name, id],
    queryFn: async () => (await get(id ?? 0)) ?? null,
    staleTime: 0,
    gcTime: 0,
  }
  const fetched = useQuery({ ...question, enabled: typeof of === 'number' })
  // The one that the form began with, or was compared with after a conflict: its version is sent, no newer one.
  const [record, setRecord] = useState(typeof of === 'object' ? of : (fetched.data ?? null))
  if (record === null && fetched.data) setRecord(fetched.data)

  const valuesOf = (now: R): Values => {
    const same = sameFields(options.change, now)
    return options.valuesOf?.(now, same) ?? same
  }
  const [fresh] = useState<Values>(() => options.fresh ?? {})
  const isNew = id === null || options.copy === true
  const form = {
    name: isNew ? `${name}-${id === null ? 'new' : `copy-${id}`}` : `${name}-${id}`,
    call: isNew ? options.add : options.change,
    initial: id === null ? fresh : record === null ? undefined : valuesOf(record),
    submitLabel: t('master.save'),
    onSubmit: async (values, send) => {
      const input = options.inputOf?.(values as never, isNew ? null : record) ?? values
      if (isNew) {
        const output = await add.run(input as Sending<A>, send)
        onAdded?.(output, values)
      } else await change.run({ ...input, [idName]: id, version: record?.version } as Sending<Call>, send)
    },
    onReload: isNew
      ? undefined
      : async () => {
          const now = await client.fetchQuery(question)
          if (now === null) return {}
          setRecord(now)
          return valuesOf(now)
        },
  } satisfies Omit<FormOptions<Values>, 'initial'> & {
    readonly initial: Values | undefined
    readonly submitLabel: string
  }
  return { form, record: record ?? undefined }
}
