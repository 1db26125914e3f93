import {
  finishSignedReceipts,
  loseSignedReceipts,
  receiveSignedReceipts,
  recoverSignedReceipts,
  resolveSignedReceipts,
  type SignedReceiptRow,
  setSignedReceiptsAbnormal,
  undoSignedReceipts,
} from '@xunyun/contract/signedReceipts/calls'
import { getEpod, packEpods } from '@xunyun/contract/signedReceipts/epod'
import type { SignedReceiptAction } from '@xunyun/contract/signedReceipts/states'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { download } from '../../shared/api/download.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { watchJobs } from '../../shared/jobs/jobs.ts'
import { late } from '../../shared/ui/late.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { usePrint } from '../printing/index.ts'
import { listOf, toPrint } from './batches.ts'
import { receiptPaths } from './paths.ts'

const ParcelForm = late(() => import('./ParcelForm.tsx').then((file) => file.ParcelForm))
const PhotoForm = late(() => import('./PhotoForm.tsx').then((file) => file.PhotoForm))

type Asking = { readonly key: SignedReceiptAction; readonly rows: readonly SignedReceiptRow[] }

/** What can be done to receipts, from the list and the drawer alike. */
export function useReceiptActs(onDone?: () => void) {
  const { t } = useTranslation('signedReceipts')
  const [asking, setAsking] = useOpen<Asking>()
  const print = usePrint()
  const pack = useAction(packEpods)
  /** One at once; many as a job, which leaves a ZIP. */
  const epod = async (rows: readonly SignedReceiptRow[]) => {
    const [row] = rows
    if (row !== undefined && rows.length === 1) return download(getEpod, { waybillId: row.waybillId })
    await pack.run({ waybillIds: rows.map(({ waybillId }) => waybillId) })
    toast.info(t('epod.started', { count: rows.length }), { detail: t('epod.startedHint') })
    watchJobs()
    onDone?.()
  }
  const ask = (key: SignedReceiptAction) => ({
    open: (rows: readonly SignedReceiptRow[]) => setAsking({ key, rows }),
  })
  const acts = useActs<SignedReceiptRow>({
    acts: {
      recover: { call: recoverSignedReceipts },
      send: ask('send'),
      receive: { call: receiveSignedReceipts },
      giveBack: ask('giveBack'),
      finish: { call: finishSignedReceipts },
      addPhoto: { single: true, ...ask('addPhoto') },
      epod: { open: epod },
      moreLists: (rows) =>
        (['send', 'giveBack'] as const).flatMap((step) =>
          print.action(
            listOf[step],
            toPrint(rows.flatMap(({ sendBatch, returnBatch }) => (step === 'send' ? sendBatch : returnBatch) ?? [])),
          ),
        ),
      resolve: { call: resolveSignedReceipts },
      setAbnormal: { call: setSignedReceiptsAbnormal, reason: '' },
      lose: { call: loseSignedReceipts, reason: '', danger: true },
      undo: { call: undoSignedReceipts, reason: '', danger: true },
    },
    word: (key, rows) => (key === 'epod' && rows.length > 1 ? t('act.epods') : t(`act.${key}`)),
    nameOf: ({ receiptNo }) => receiptNo,
    refresh: receiptPaths,
    onDone,
  })
  const close = () => setAsking(null)
  const [row] = asking?.rows ?? []
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {print.dialog}
        {asking !== null && (asking.key === 'send' || asking.key === 'giveBack') && (
          <ParcelForm step={asking.key} rows={asking.rows} onClose={close} onDone={onDone} print={print} />
        )}
        {asking?.key === 'addPhoto' && row && <PhotoForm id={row.id} no={row.receiptNo} onClose={close} />}
      </>
    ),
  }
}
