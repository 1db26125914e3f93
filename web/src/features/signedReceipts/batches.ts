import type { ReceiptListType } from '@xunyun/contract/printing/papers'
import type { ReceiptBatch } from '@xunyun/contract/signedReceipts/calls'
import type { ToPrint } from '../printing/index.ts'

/** The list that goes with what a step sends off. */
export const listOf = { send: 'receiptSending', giveBack: 'receiptReturn' } as const satisfies Record<
  string,
  ReceiptListType
>

/** Each batch once, whichever of its papers were chosen. */
export const toPrint = (batches: readonly ReceiptBatch[]): ToPrint[] => [
  ...new Map(batches.map(({ id, batchNo }) => [id, { id, no: batchNo, pieces: 0 }])).values(),
]
