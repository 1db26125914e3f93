import type { Actor } from '../../platform/actor.ts'
import { isCustomer } from '../../platform/actor.ts'

/** Events that tell of the inside of the company only. */
const internal = new Set([
  'changed',
  // Which vehicle is to come is planned and planned again; a customer hears of it when it goes.
  'destinationChanged',
  'arranged',
  'removed',
  'givenBack',
  'giveBackUndone',
  'leftBehind',
  // What is taken back is gone for a customer with the act that it took back (standing.ts).
  'departureUndone',
  'arrivalUndone',
  'bringInUndone',
  'swapped',
  'swapUndone',
  'priceSent',
  // A case is the company's (T3).
  'abnormalOpened',
  'abnormalClosed',
  'abnormalReopened',
  'reopened',
  // Which outlet has the paper is the company's; that it is back, and goes to him, is his to know.
  'receiptSent',
  'receiptReceived',
  'receiptAbnormal',
  'receiptResolved',
  'receiptUndone',
  'lost',
  'found',
  'watchClaimed',
  'watchAssigned',
  'watchDueChanged',
  'keyMarked',
  'keyUnmarked',
  'trackHidden',
  'trackShown',
  'held',
  'released',
  'undone',
  'refusalUndone',
  'priceSubmitted',
  'priceApproved',
  'priceRejected',
  'priceWithdrawn',
  'priceUnconfirmed',
  'priceDisputeEnded',
  // Between the counter and whoever pays.
  'prepaidTaken',
  'prepaidUndone',
  'overCredit',
  'serviceChanged',
  'serviceRemoved',
  'changeRequested',
  'changeGranted',
  'changeRejected',
  'changeWithdrawn',
])

/** Whether an event is none of a customer's business: of its kind, or a track that was kept from him. */
export const isInternal = (type: string, params: Readonly<Record<string, unknown>>): boolean =>
  internal.has(type) || params.visible === false

/** Events that tell of money, which is the waybill's own outlet's. */
const ofMoney = /^(price|prepaid|adjusted$|service|change(Requested|Granted|Rejected|Withdrawn)$|overCredit|confirmed)/

type Reader = { readonly isCustomer: boolean; readonly mine: boolean }

/** Whether a reader hears of an event: a customer of nothing internal, another outlet of no money (T1). */
export const isTold = (
  { isCustomer, mine }: Reader,
  type: string,
  params: Readonly<Record<string, unknown>>,
): boolean => (isCustomer ? !isInternal(type, params) : mine || !ofMoney.test(type))

/**
 * What an event is called to this reader (domain §0.9). The chain is whole or it is none, so an event that is not his to
 * know of still stands in it, with its hash, as a step inside the company.
 */
export const namedFor = (
  actor: Actor,
  mine: boolean,
  type: string,
  params: Readonly<Record<string, unknown>>,
): string =>
  !isTold({ isCustomer: isCustomer(actor), mine }, type, params)
    ? 'internal'
    : isCustomer(actor)
      ? customerType(type)
      : type

/** What was missing and came is an arrival to a customer, and a track that stands in another's place is one as any. */
export const customerType = (type: string): string =>
  type === 'broughtIn' ? 'arrived' : type === 'trackCorrected' ? 'tracked' : type

/** What a customer reads of an event of ours: a dedicated line is a 干线 without a number, a parcel its express number (T3). */
export const forCustomer = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  // Why goods were sent back is written for the office.
  if ('relation' in params) return { ...params, reason: '' }
  if (params.leg === 'line') return { ...params, leg: 'trunk', arrangementNo: '', ends: '' }
  if (params.leg === 'courier') return { ...params, arrangementNo: params.carrierNo }
  return typeof params.arrangementNo === 'string' && /^(ZX|KD)/.test(params.arrangementNo)
    ? { ...params, arrangementNo: '' }
    : params
}
