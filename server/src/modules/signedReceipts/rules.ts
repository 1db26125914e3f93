import type { Ability } from '@xunyun/contract/kernel/ability'
import {
  type SignedReceiptAction,
  type SignedReceiptState,
  signedReceiptLifecycle,
} from '@xunyun/contract/signedReceipts/states'
import { abilitiesOf, type Beside, type Objection } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { isOwnOutlet } from '../../platform/scope.ts'
import { isSigned, noEpod } from '../waybills/index.ts'

/** What the rules look at. */
export type ReceiptFacts = {
  readonly waybillNo: string
  readonly state: SignedReceiptState
  readonly requirement: string
  readonly waybillState: string
  readonly signedAt: string | null
  readonly ownOutletId: number
  readonly ownOutlet: string
  /** Where the paper lies; null while it is with the consignee, on its way or with the customer. */
  readonly placeId: number | null
  readonly recoveredId: number | null
  readonly bySigning: boolean
}

const isElectronic = ({ requirement }: ReceiptFacts) => requirement === 'electronic'
const electronic = ({ waybillNo: no }: ReceiptFacts): Objection => ({
  reason: 'signedReceipts.electronic',
  params: { no },
})

/** Recovered where it goes: it need not be sent. */
const isHome = ({ placeId, ownOutletId }: ReceiptFacts) => placeId === ownOutletId

/** Only whoever has the paper moves it on. */
const liesHere = (actor: Actor, { waybillNo: no }: ReceiptFacts, outletId: number | null): Objection | undefined =>
  isOwnOutlet(actor, outletId) ? undefined : { reason: 'signedReceipts.elsewhere', params: { no } }

const notSigned = ({ waybillState, signedAt, waybillNo: no }: ReceiptFacts): Objection | undefined =>
  isSigned({ waybillState, wasSigned: signedAt !== null })
    ? undefined
    : { reason: 'signedReceipts.notSigned', params: { no } }

const goesThere = ({ waybillNo: no, ownOutlet: outlet }: ReceiptFacts): Objection => ({
  reason: 'signedReceipts.notThereYet',
  params: { no, outlet },
})

/** Why an action that the state allows is not for this paper, or not now; undefined: it is. */
export const objectionTo = (
  actor: Actor,
  action: SignedReceiptAction,
  receipt: ReceiptFacts,
): Objection | undefined => {
  const { waybillNo: no, placeId, ownOutletId, recoveredId } = receipt
  switch (action) {
    case 'recover':
      return isElectronic(receipt) ? electronic(receipt) : notSigned(receipt)
    case 'send':
      if (isElectronic(receipt)) return electronic(receipt)
      return isHome(receipt)
        ? { reason: 'signedReceipts.atItsOutlet', params: { no } }
        : liesHere(actor, receipt, placeId)
    case 'receive':
      return liesHere(actor, receipt, ownOutletId)
    case 'giveBack':
      if (isElectronic(receipt)) return electronic(receipt)
      return isHome(receipt) ? liesHere(actor, receipt, placeId) : goesThere(receipt)
    case 'finish':
      return liesHere(actor, receipt, ownOutletId)
    case 'undo':
      if (receipt.bySigning) return { reason: 'signedReceipts.doneBySigning', params: { no } }
      return liesHere(actor, receipt, ownOutletId) === undefined
        ? undefined
        : liesHere(actor, receipt, placeId ?? recoveredId)
    case 'setAbnormal':
    case 'resolve':
    case 'lose':
      return liesHere(actor, receipt, placeId ?? ownOutletId)
    case 'addPhoto':
    case 'epod':
      return undefined
  }
}

/** What falls away for this paper altogether is not offered. */
const fallsAway: ReadonlySet<string> = new Set([
  'signedReceipts.electronic',
  'signedReceipts.atItsOutlet',
  'signedReceipts.notThereYet',
  'signedReceipts.doneBySigning',
])

/** `proofs`: photos of the signing and of the paper. */
export function receiptAbilities(
  actor: Actor,
  receipt: ReceiptFacts & { readonly proofs: number },
): Ability<SignedReceiptAction>[] {
  const beside = Object.fromEntries(
    (Object.keys(signedReceiptLifecycle) as SignedReceiptAction[]).map((action) => {
      const no = objectionTo(actor, action, receipt)
      return [action, no !== undefined && fallsAway.has(no.reason) ? false : no]
    }),
  ) as Beside<SignedReceiptAction>
  const epod = noEpod({ ...receipt, wasSigned: receipt.signedAt !== null })
  return abilitiesOf(actor, signedReceiptLifecycle, receipt.state, { ...beside, epod }, ['epod'])
}
