import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call } from '../kernel/call.ts'
import { id, optional } from '../kernel/wire.ts'

/** What has been agreed with a customer, as far as a new waybill or order begins with it. */
export const customerTerms = z.strictObject({
  /** Null: nothing agreed. */
  settleMethod: z.nullable(z.enum(codes('settleMethod'))),
  /** Null for a customer's account, as everywhere. */
  salesmanId: z.nullable(z.int()),
  /** Yuan; used is what its live waybills owe. Null: no limit, or asked by a customer's account. */
  credit: z.nullable(z.strictObject({ limit: z.string(), used: z.string() })),
})
export type CustomerTerms = z.output<typeof customerTerms>

export const getCustomerTerms = call({
  method: 'GET',
  path: '/api/Waybills/GetCustomerTerms',
  summary: 'How a customer settles, who looks after it, and its credit; a customer’s account asks for its own',
  audience: 'everybody',
  access: [edit('taskList'), browse('phoneOrder'), browse('phoneList')],
  input: z.object({ customerId: optional(id) }),
  output: customerTerms,
})
