import { decideApprovals } from '@xunyun/contract/approvals/calls'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useOpen } from '../form/waiting.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import type { Act } from './useActs.tsx'
import { useBatch } from './useBatch.ts'

/** A record that knows the review by which the reader decides it. */
type Reviewed = { readonly no: string | null; readonly approvalId: number | null }
type Options = {
  readonly words: { readonly approve: string; readonly reject: string; readonly opinion: string }
  readonly refresh: readonly string[]
  readonly onDone?: ((outcomes: Outcomes) => void) | undefined
}

/** 通过 and 驳回 of documents on their own page, as the inbox decides them: two acts for `useActs`, and the question for an opinion. */
export function useDecisions<R extends Reviewed>({ words, refresh, onDone }: Options) {
  const [rejecting, setRejecting] = useOpen<readonly R[]>()
  // What was decided is not taken out of a selection by the ids of its reviews.
  const done = onDone && ((outcomes: Outcomes) => onDone(outcomes))
  const approving = useBatch(decideApprovals, { title: words.approve, refresh, onDone: done })
  const sendingBack = useBatch(decideApprovals, { title: words.reject, refresh, onDone: done })
  const reviews = (rows: readonly R[]) => rows.flatMap(({ approvalId }) => approvalId ?? [])
  const only = (rows: readonly R[]) => (rows.length === 1 ? rows[0]?.no : undefined) ?? undefined
  const acts: { readonly approve: Act<R>; readonly reject: Act<R> } = {
    approve: {
      open: (rows) => approving.run({ ids: reviews(rows), decision: 'approve' }, { no: only(rows) }),
    },
    reject: { danger: true, open: (rows) => setRejecting(rows) },
  }
  return {
    acts,
    dialog: rejecting !== null && (
      <ReasonDialog
        title={[words.reject, only(rejecting)].filter(Boolean).join(' ')}
        label={words.opinion}
        yes={words.reject}
        danger
        maxLength={300}
        onSubmit={(opinion) => sendingBack.run({ ids: reviews(rejecting), decision: 'reject', opinion })}
        onClose={() => setRejecting(null)}
      />
    ),
  }
}
