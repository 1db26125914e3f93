import * as z from 'zod/mini'
import { codes } from '../dictionary.ts'
import { oneOf } from '../kernel/wire.ts'

/** Fee items that a document of their own makes: the device that is lost, what a receipt leaves, a bad debt, a hand-in. */
const ownDocument: readonly string[] = ['deposit', 'roundOff', 'badDebt', 'handInDifference']
export const hasOwnDocument = (feeItem: string): boolean => ownDocument.includes(feeItem)

/** What a waybill is charged for by hand, or charged more or less for. */
export const typedFeeItem = oneOf(codes('feeItem')).check(
  z.refine((feeItem) => !hasOwnDocument(feeItem), 'waybills.ownDocument'),
)
