/** A part of a charge, yuan; of one that owes less than nothing less than nothing. */
export type Part = { readonly chargeId: number; readonly amount: string }
