import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { call } from '../kernel/call.ts'
import { id, many } from '../kernel/wire.ts'
import { job } from '../workbench/jobs.ts'

/** e-POD (电子回单): what a waybill's signing came to, on paper, with its photos; the customer's as the office's. */

export const mostEpods = 500

export const getEpod = call({
  method: 'GET',
  path: '/api/SignedReceipts/GetEpod',
  summary:
    'The e-POD of a signed waybill as a PDF: parties, pieces, who signed, photos of the signing and of the paper',
  access: [browse('receiptList'), browse('allWayBill')],
  audience: 'everybody',
  input: z.object({ waybillId: id }),
  output: z.strictObject({}),
  transport: 'file',
})
export const packEpods = call({
  method: 'POST',
  path: '/api/SignedReceipts/PackEpods',
  summary: 'The e-PODs of many waybills in one ZIP, as a job; a text in it names those that there are none of, and why',
  // Nothing is changed: whoever may look at the page may have them, and the act asks for that.
  audience: 'everybody',
  access: 'session',
  input: z.object({ waybillIds: many(id, mostEpods, 1) }),
  output: job,
  idempotent: true,
})
