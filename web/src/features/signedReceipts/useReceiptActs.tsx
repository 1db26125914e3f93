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
import type { SignedReceiptAction } from '@xunyun/contract/signedReceipts/states'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../shared/action/useActs.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { late } from '../../shared/ui/late.tsx'
import { receiptPaths } from './paths.ts'

const ParcelForm = late(() => import('./ParcelForm.tsx').then((file) => file.ParcelForm))
const PhotoForm = late(() => import('./PhotoForm.tsx').then((file) => file.PhotoForm))

type Asking = { readonly key: SignedReceiptAction; readonly rows: readonly SignedReceiptRow[] }

/** What can be done to receipts, from the list and the drawer alike. */
export function useReceiptActs(onDone?: () => void) {
  const { t } = useTranslation('signedReceipts')
  const [asking, setAsking] = useOpen<Asking>()
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
      resolve: { call: resolveSignedReceipts },
      setAbnormal: { call: setSignedReceiptsAbnormal, reason: '' },
      lose: { call: loseSignedReceipts, reason: '', danger: true },
      undo: { call: undoSignedReceipts, reason: '', danger: true },
    },
    word: (key) => t(`act.${key}`),
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
        {asking !== null && (asking.key === 'send' || asking.key === 'giveBack') && (
          <ParcelForm step={asking.key} rows={asking.rows} onClose={close} onDone={onDone} />
        )}
        {asking?.key === 'addPhoto' && row && <PhotoForm id={row.id} no={row.receiptNo} onClose={close} />}
      </>
    ),
  }
}
