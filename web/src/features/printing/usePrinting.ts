import { getBatchPdf, type PrintBatchRow, startPrintBatch, stopPrintBatch } from '@xunyun/contract/printing/calls'
import type { PrintType, PrintWay } from '@xunyun/contract/printing/papers'
import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '../../shared/action/useRefresh.ts'
import { api } from '../../shared/api/api.ts'
import { download } from '../../shared/api/download.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldMessages } from '../../shared/api/fieldErrors.ts'
import { useStable } from '../../shared/ui/useStable.ts'
import { printInBrowser } from './browserPrint.ts'
import {
  allPages,
  confirmUpTo,
  type Doubt,
  type Outcome,
  type Progress,
  runBatch,
  settleAt,
  takeHold,
} from './runBatch.ts'
import { printPages } from './service/clodop.ts'
import { usePrintService } from './usePrintService.ts'

/** What is to be printed: of a document the number and, of labels, its pieces. */
export type ToPrint = { readonly id: number; readonly no: string; readonly pieces: number }

type Options = {
  readonly type: PrintType
  readonly rows: readonly ToPrint[]
  readonly batch: PrintBatchRow | undefined
  readonly template: string | undefined
  /** As typed: the server says what is wrong with it. */
  readonly copies: number | string | undefined
  readonly from: number | string | undefined
  readonly to: number | string | undefined
}
type State =
  | { readonly at: 'form' | 'starting' | 'running' | 'paused' | 'held' | 'done' | 'stopped' }
  | { readonly at: 'doubt'; readonly doubt: Doubt }
  /** The paper is out of our hands: a person says whether it came out. */
  | { readonly at: 'ask'; readonly way: 'browser' | 'pdf' }

const printerKey = (type: PrintType) => `printer.${type}`
// Not the preview: it shows what was printed, not what a reprint would be.
const refreshed = ['/api/Printing/GetPrint']

/** One printing, from the choice of its way to the word that it came out. */
export function usePrinting(options: Options) {
  const { type, batch } = options
  const service = usePrintService()
  const refresh = useRefresh()
  const [state, setState] = useState<State>(batch ? { at: 'paused' } : { at: 'form' })
  const [progress, setProgress] = useState<Progress>({ done: batch?.done ?? 0, total: batch?.total ?? 0 })
  const [wrong, setWrong] = useState<string | null>(null)
  const [printer, choosePrinter] = useState(() => batch?.printer || (localStorage.getItem(printerKey(type)) ?? ''))
  const id = useRef(batch?.id ?? 0)
  const way = useRef<PrintWay>(batch?.way ?? 'service')
  const stopped = useRef(false)
  // A dialog that is gone starts no further part.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const setPrinter = (name: string) => {
    choosePrinter(name)
    if (name === '') localStorage.removeItem(printerKey(type))
    else localStorage.setItem(printerKey(type), name)
  }

  /** Keeps the batch that has begun: another way out goes on with the same sheets only where none was handed out. */
  const begin = async (by: PrintWay): Promise<boolean> => {
    setWrong(null)
    const { rows, template, copies, from, to } = options
    if (rows.length === 0) return id.current !== 0
    try {
      const input = {
        type,
        ids: rows.map((row) => row.id),
        way: by,
        template,
        copies,
        pieceFrom: from,
        pieceTo: to,
        printer,
      }
      const begun = await api(startPrintBatch, { ...input, printer: by === 'service' ? printer : undefined })
      id.current = begun.id
      way.current = by
      stopped.current = false
      setProgress({ done: 0, total: begun.total })
      return true
    } catch (error) {
      if (error instanceof ApiError) setWrong((await fieldMessages(error))[0]?.errors[0] ?? error.message)
      setState({ at: 'form' })
      return false
    }
  }

  const ended = (outcome: Outcome) => {
    setState(outcome.end === 'doubt' ? { at: 'doubt', doubt: outcome.doubt } : { at: outcome.end })
    void refresh(refreshed)
  }
  const failed = (error: unknown) =>
    setState({ at: error instanceof ApiError && error.reason === 'printing.batchHeld' ? 'held' : 'paused' })

  const run = async (take = false) => {
    const connected = service.connected ?? (await service.connect())
    if (!connected) return setState((before) => (before.at === 'form' ? before : { at: 'paused' }))
    setState({ at: 'running' })
    stopped.current = false
    try {
      ended(
        await runBatch({
          id: id.current,
          take,
          onProgress: setProgress,
          mayGoOn: () => !stopped.current,
          print: (pages) => printPages(connected.clodop, `${type} ${id.current}`, pages, printer),
        }),
      )
    } catch (error) {
      failed(error)
    }
  }

  const print = async () => {
    const connected = await service.connect()
    if (!connected) return
    setState({ at: 'starting' })
    if (await begin('service')) await run()
  }

  const runBrowser = async (take = false) => {
    setState({ at: 'running' })
    try {
      const { pages, doubt } = await allPages(id.current, take)
      if (doubt) return setState({ at: 'doubt', doubt })
      await printInBrowser(`${options.rows[0]?.no ?? type}`, pages)
      setState({ at: 'ask', way: 'browser' })
    } catch (error) {
      failed(error)
    }
  }
  const runPdf = async () => {
    setState({ at: 'running' })
    try {
      await download(getBatchPdf, { id: id.current })
      setState({ at: 'ask', way: 'pdf' })
    } catch {
      setState({ at: 'paused' })
    }
  }

  const resume = async (take = false) => {
    if (way.current === 'pdf') return runPdf()
    return way.current === 'browser' ? runBrowser(take) : run(take)
  }
  /** What is left of a batch goes out by another way. */
  const divert = async (by: 'browser' | 'pdf'): Promise<boolean> => {
    try {
      const held = await takeHold(id.current)
      setProgress(held)
      if (held.doubt) {
        setState({ at: 'doubt', doubt: held.doubt })
        return false
      }
      await settleAt(id.current, held.done, by)
      way.current = by
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }
  /** From the doctor of a batch that has begun, the rest goes on by another way. */
  const other = async (by: 'browser' | 'pdf') => {
    service.forgive()
    const wasForm = state.at === 'form'
    setState({ at: 'starting' })
    if (!(wasForm ? await begin(by) : await divert(by))) return
    return by === 'browser' ? runBrowser() : runPdf()
  }

  return {
    state,
    progress,
    wrong,
    service,
    printer,
    setPrinter,
    print,
    resume,
    browser: () => other('browser'),
    pdf: () => other('pdf'),
    pause: () => {
      stopped.current = true
    },
    leave: useStable(() => {
      stopped.current = true
      void refresh(refreshed)
    }),
    settle: async (last: number) => {
      try {
        const now = await settleAt(id.current, last)
        setProgress(now)
        if (now.state !== 'open') return ended({ end: now.state })
        await resume()
      } catch (error) {
        failed(error)
      }
    },
    sayPrinted: async () => {
      try {
        const now = await confirmUpTo(id.current, progress.total)
        setProgress(now)
        ended({ end: now.state === 'open' ? 'paused' : now.state })
      } catch (error) {
        failed(error)
      }
    },
    end: async () => {
      try {
        const now = await api(stopPrintBatch, { id: id.current })
        setProgress(now)
        ended({ end: now.state === 'open' ? 'paused' : now.state })
      } catch (error) {
        failed(error)
      }
    },
  }
}
