import { queryOptions } from '@tanstack/react-query'
import { getContactChoices } from '@xunyun/contract/companies/contacts'
import { onAccount, type PartMethod, type PaymentPart } from '@xunyun/contract/waybills/payments'
import { type CustomerTerms, getCustomerTerms } from '@xunyun/contract/waybills/terms'
import { api } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'

/** What has been agreed with a customer, and what a new waybill takes over from it. */

type Party = {
  company?: string | undefined
  name?: string | undefined
  phone?: string | undefined
  region?: string | undefined
  address?: string | undefined
}
/** The fields of a form that follow its customer. */
export type Agreed = {
  payMethod?: string | undefined
  payments?: readonly PaymentPart[] | undefined
  salesmanId?: number | undefined
  shipper?: Party | undefined
}
export type Proposal = {
  readonly payMethod: PartMethod
  readonly salesmanId?: number | undefined
  readonly shipper?: Party | undefined
}

export const termsQuery = (customerId: number | undefined) =>
  queryOptions({
    ...q(getCustomerTerms, { customerId }),
    staleTime: 60_000,
    retry: false,
  })

/** The contact that a customer's goods are fetched from. */
export const shipperQuery = (customerId: number) =>
  queryOptions({
    queryKey: [getContactChoices.path, 'shipper', customerId],
    queryFn: async ({ signal }): Promise<Party | null> => {
      const input = { companyId: customerId, types: ['shipper', 'customer'] as never }
      const defaults = (await api(getContactChoices, input, { signal, quiet: true })).filter((one) => one.isDefault)
      const found = defaults.find(({ type }) => type === 'shipper') ?? defaults[0]
      if (!found) return null
      const { company, name, phone, region, address } = found
      return { company, name, phone, region: region ?? undefined, address: address ?? undefined }
    },
    staleTime: 60_000,
    retry: false,
  })

export const walkIn: Proposal = { payMethod: 'prepaid' }

const methodOf = { cash: 'prepaid', monthly: 'monthly', receipt: 'receipt' } as const

/** With nothing agreed the month's bill, as with most customers. */
export const payFor = ({ settleMethod }: Pick<CustomerTerms, 'settleMethod'>): PartMethod =>
  methodOf[settleMethod ?? 'monthly']

/** The parts as a walk-in can pay them: exactly one still takes the rest. */
export function walkInParts(parts: readonly PaymentPart[]): readonly PaymentPart[] {
  const kept = parts.filter(({ method }) => !onAccount.includes(method))
  if (kept.some(({ amount }) => amount === undefined)) return kept
  return [...kept.filter(({ method }) => method !== 'collect'), { method: 'collect' }]
}

const isBlank = (party: Party | undefined): boolean => !Object.values(party ?? {}).some(Boolean)
const isSame = (one: Party | undefined, other: Party | undefined): boolean =>
  (['company', 'name', 'phone', 'region', 'address'] as const).every((field) => one?.[field] === other?.[field])
const nobody = { company: undefined, name: undefined, phone: undefined, region: undefined, address: undefined }

/**
 * What a form takes over when its customer is chosen. What was given by hand stays; what was proposed for another customer
 * goes with it. Only what nobody could be billed for is never left standing.
 */
export function takenOver(
  now: Agreed,
  proposal: Proposal,
  { before, byHand, isWalkIn }: { before: Proposal | null; byHand: ReadonlySet<string>; isWalkIn: boolean },
): Agreed {
  const next: Agreed = {}
  if (!byHand.has('payMethod')) next.payMethod = proposal.payMethod
  else if (isWalkIn && onAccount.includes(now.payMethod ?? '')) next.payMethod = walkIn.payMethod
  if (isWalkIn && now.payments) next.payments = walkInParts(now.payments)
  if (!byHand.has('salesmanId') && (proposal.salesmanId !== undefined || now.salesmanId === before?.salesmanId))
    next.salesmanId = proposal.salesmanId
  const isTheirs = before?.shipper !== undefined && isSame(now.shipper, before.shipper)
  if (isTheirs || (isBlank(now.shipper) && !byHand.has('shipper'))) {
    if (proposal.shipper !== undefined) next.shipper = { ...nobody, ...proposal.shipper }
    else if (isTheirs) next.shipper = nobody
  }
  return next
}
