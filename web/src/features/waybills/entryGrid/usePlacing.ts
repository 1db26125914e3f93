import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createWaybill } from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { Declined, sendConfirmed } from '../../../shared/action/useAction.ts'
import { useRefresh } from '../../../shared/action/useRefresh.ts'
import { report } from '../../../shared/api/api.ts'
import { ApiError, HttpError, isSessionCode, NetworkError } from '../../../shared/api/errors.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import { type Common, type EntryRow, isBlank, lineOf, type Resolved } from './cells.ts'
import { type EntryStore, placed, queue, refused, send } from './entry.ts'
import { resolveCodes } from './resolveCodes.ts'
import { refusedBy, type Sent, type Validated, validate, type Words } from './validate.ts'

/** `stop`: the others would fare no better now. */
type Outcome = 'placed' | 'left' | 'stop'

type Options = {
  readonly entry: EntryStore
  readonly common: Common
  readonly words: Words
  /** Nothing could be sent, or something came back: the cursor goes to the first of it. */
  readonly onWrong: () => void
}

/**
 * 开 n 票: each row that is right is posted on its own, in order, under its own key. What was sent is kept before it goes:
 * when no answer comes the same is sent again under the same key, and the server places it once.
 */
export function usePlacing({ entry, common, words, onWrong }: Options): () => void {
  const { t } = useTranslation('waybills')
  const client = useQueryClient()
  const refresh = useRefresh()

  const sendRow = async (row: EntryRow, { sent, resolved }: Pick<Validated, 'sent' | 'resolved'>): Promise<Outcome> => {
    const again = entry.getState().doubts[row.key] !== undefined
    send(entry, row.key, sent)
    try {
      const { id, waybillNo } = await sendConfirmed(createWaybill, sent, { key: row.key, quiet: true })
      placed(entry, row.key, { id, no: waybillNo, pieces: piecesOf(sent), to: nameOf(resolved) })
      return 'placed'
    } catch (error) {
      return settle(row, error, again)
    }
  }
  const settle = (row: EntryRow, error: unknown, again: boolean): Outcome => {
    // A crash of the server may have come after the waybill, and who was kept out learned nothing of the time before.
    const isCrash = error instanceof HttpError && error.status >= 500
    if (error instanceof NetworkError || isCrash || (again && !isVerdict(error))) {
      report(error, {})
      return isCrash ? 'left' : 'stop'
    }
    if (error instanceof ApiError && isSessionCode(error.code)) {
      refused(entry, row, null)
      return 'stop'
    }
    if (error instanceof Declined) refused(entry, row, null)
    else if (error instanceof ApiError) refused(entry, row, refusedBy(row, error.message, error.fields, words))
    else refused(entry, row, new Map([['row', error instanceof Error ? error.message : String(error)]]))
    return 'left'
  }

  const run = async () => {
    const { sheet, doubts } = entry.getState()
    const rows = sheet.rows.filter((row) => !isBlank(row))
    const judged = await Promise.all(rows.map((row) => judgeWhole(client, row, common, words)))
    const queued = rows.flatMap((row, at) => {
      const verdict = judged[at]
      const sent = doubts[row.key]
      // What was typed into meanwhile is not what was judged.
      if (verdict === undefined || !entry.getState().sheet.rows.includes(row)) return []
      if (verdict.state !== 'ready' && sent === undefined) return []
      return [{ row, verdict: sent === undefined ? verdict : { ...verdict, sent } }]
    })
    entry.setState({ strict: new Set(rows.map(({ key }) => key)) })
    if (queued.length === 0) return onWrong()
    queue(
      entry,
      queued.map(({ row }) => row.key),
    )
    let count = 0
    for (const [done, { row, verdict }] of queued.entries()) {
      entry.setState({ progress: { done, of: queued.length } })
      const outcome = entry.getState().stopping ? 'stop' : await sendRow(row, verdict)
      if (outcome === 'stop') break
      if (outcome === 'placed') count += 1
    }
    entry.setState({ queued: new Set() })
    void refresh(['/api/Waybills/', '/api/Dispatch/'])
    if (count > 0) toast.success(t('grid.placed', { count }))
    if (count < queued.length) onWrong()
  }

  const place = useStable(async () => {
    if (entry.getState().progress !== null) return
    entry.setState({ progress: { done: 0, of: 0 }, stopping: false })
    try {
      await run()
    } catch (error) {
      // What a text stands for could not be asked: nothing was sent yet.
      report(error, {})
    } finally {
      entry.setState({ progress: null })
    }
  })
  return () => void place()
}

/** The act itself was refused: under this key nothing was placed. */
const isVerdict = (error: unknown): boolean =>
  error instanceof ApiError &&
  !isSessionCode(error.code) &&
  !['kernel.forbidden', 'kernel.keyReused', 'kernel.busy'].includes(error.reason)

const judgeWhole = async (client: QueryClient, row: EntryRow, common: Common, words: Words): Promise<Validated> =>
  validate(row, await resolveCodes(client, row), common, words)

const piecesOf = ({ goods }: Sent): number => Number((goods as readonly { pieces: string }[])[0]?.pieces ?? 0)
const nameOf = ({ consignee }: Resolved): string =>
  consignee === undefined || consignee === 'asking' ? '' : lineOf({ name: consignee.name, company: consignee.company })
