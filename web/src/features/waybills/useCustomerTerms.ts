import { useQueryClient } from '@tanstack/react-query'
import { getCustomerTerms } from '@xunyun/contract/waybills/terms'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../shared/api/errors.ts'
import type { FormState, Values } from '../../shared/form/useForm.ts'
import { useSession } from '../../shared/session/session.ts'
import { useStable } from '../../shared/ui/useStable.ts'
import { type Agreed, type Proposal, payFor, shipperQuery, takenOver, termsQuery, walkIn } from './terms.ts'

type Field = 'payMethod' | 'salesmanId' | 'shipper'
type Options = {
  /** What of the terms the form has a field for. */
  readonly fields: readonly Field[]
  /** Given already by somebody: it stays. */
  readonly given?: readonly Field[]
  /** Also for the customer that the form begins with. */
  readonly atStart: boolean
  /** The form as it was before what was typed came back with a draft. */
  readonly initial: Agreed & { customerId?: number | undefined }
}

/** A form whose payment, salesman and shipper follow the customer that is chosen in it. */
export function useCustomerTerms({ fields, given = [], atStart, initial }: Options) {
  const client = useQueryClient()
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const byHand = useRef<ReadonlySet<string>>(new Set(given))
  const before = useRef<Proposal | null>(null)
  const asking = useRef<Promise<void>>(Promise.resolve())

  const proposalOf = async (customerId: number | undefined): Promise<Proposal> => {
    const [terms, party] = await Promise.all([
      client.fetchQuery(termsQuery(customerId)),
      customerId !== undefined && fields.includes('shipper')
        ? client.fetchQuery(shipperQuery(customerId)).catch(() => null)
        : null,
    ])
    return { payMethod: payFor(terms), salesmanId: terms.salesmanId ?? undefined, shipper: party ?? undefined }
  }
  const take = (state: FormState<Values>, proposal: Proposal, isWalkIn: boolean, isStart = false) => {
    const now = state.form.getFieldsValue(true) as Agreed
    const all = takenOver(now, proposal, { before: before.current, byHand: byHand.current, isWalkIn })
    const next = Object.fromEntries(
      Object.entries(all).filter(([field]) => field === 'payments' || fields.includes(field as Field)),
    )
    before.current = proposal
    state.form.setFieldsValue(next)
    // What it begins with is nothing that somebody typed.
    if (!isStart) state.onChange(next)
  }
  const follow = async (state: FormState<Values>, customerId: number | undefined, isStart = false) => {
    const isWalkIn = !isCustomer && customerId === undefined
    if (isWalkIn) return take(state, walkIn, true, isStart)
    const proposal = await proposalOf(customerId).catch(() => null)
    const chosen: unknown = state.form.getFieldValue('customerId')
    if (proposal !== null && (isCustomer || chosen === customerId)) take(state, proposal, false, isStart)
  }
  const begin = (state: FormState<Values>) => {
    byHand.current = new Set(given)
    before.current = null
    if (atStart) asking.current = follow(state, initial.customerId, true)
  }
  return {
    begin: (state: FormState<Values>) => {
      if (!state.restored) return begin(state)
      const start = state.start as Agreed
      byHand.current = new Set(
        (['payMethod', 'salesmanId', 'shipper'] as const).filter(
          (field) => JSON.stringify(start[field] ?? null) !== JSON.stringify(initial[field] ?? null),
        ),
      )
    },
    watched: <V extends Values>(state: FormState<V>): FormState<V> => ({
      ...state,
      onChange: (changed) => {
        byHand.current = new Set([...byHand.current, ...Object.keys(changed)])
        state.onChange(changed)
        if ('customerId' in changed && !isCustomer)
          asking.current = follow(state as unknown as FormState<Values>, changed.customerId as number | undefined)
      },
      startOver: () => {
        state.startOver()
        begin(state as unknown as FormState<Values>)
      },
    }),
    /** It was refused for the credit that is left: that is less than what stands on the page, so it is asked anew. */
    refused: (error: unknown) => {
      if (error instanceof ApiError && error.reason === 'waybills.overCredit')
        void client.invalidateQueries({ queryKey: [getCustomerTerms.path] })
    },
    /** Before it is sent: what is asked for the customer has arrived. */
    settled: () => asking.current,
  }
}

/** The form's state as the form is to have it. */
export function useFollowing<V extends Values>(
  terms: ReturnType<typeof useCustomerTerms>,
  state: FormState<V>,
): FormState<V> {
  const begin = useStable(() => terms.begin(state as unknown as FormState<Values>))
  useEffect(begin, [begin])
  return terms.watched(state)
}
