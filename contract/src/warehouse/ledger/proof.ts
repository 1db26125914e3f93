import * as z from 'zod/mini'

/** What a proof of the ledger found: Σ ledger = balance, for on hand, allocated and frozen (domain §6). */
export const stockProof = z.strictObject({
  id: z.int(),
  /** whole: all of the ledger, and the last openings; sinceOpening: the last openings and what came after. */
  kind: z.enum(['whole', 'sinceOpening']),
  at: z.string(),
  /** How long it took. */
  ms: z.int(),
  /** The ledger's last line when it ran. */
  moves: z.int(),
  differences: z.int(),
  /** The first keys that break it; figures are [on hand, allocated, frozen]. */
  broken: z.array(
    z.strictObject({
      what: z.enum(['balance', 'opening', 'serials']),
      stockId: z.int(),
      month: z.nullable(z.string()),
      warehouse: z.nullable(z.string()),
      location: z.nullable(z.string()),
      itemNo: z.nullable(z.string()),
      batchNo: z.nullable(z.string()),
      quality: z.nullable(z.string()),
      container: z.string(),
      balance: z.array(z.string()),
      ledger: z.array(z.string()),
    }),
  ),
})
export type StockProof = z.output<typeof stockProof>
