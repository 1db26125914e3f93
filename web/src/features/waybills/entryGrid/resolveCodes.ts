import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import { getCompanyChoices, getOutletChoices, parseParty } from '@xunyun/contract/companies/calls'
import type { Choice } from '@xunyun/contract/kernel/list'
import { api } from '../../../shared/api/api.ts'
import { useSession } from '../../../shared/session/session.ts'
import { payFor, termsQuery, walkIn } from '../terms.ts'
import { type EntryRow, isBlank, type Party, type Resolved, textOf } from './cells.ts'

/**
 * What the texts of cells stand for. It follows from the text alone and is asked once a text, however many rows have it:
 * rows can be pasted, filled and taken back as text.
 */

export const customerRoles = ['customer', 'owner']
const mostLine = 500

/** The one company that fits, by its name before anything else; else how many do. */
export function theOne(text: string, found: readonly Choice[]): Choice | number {
  const named = found.filter(({ label }) => label === text)
  const [only] = named.length === 1 ? named : found
  return only !== undefined && (named.length === 1 || found.length === 1) ? only : found.length
}

const customerQuery = (text: string) =>
  queryOptions({
    queryKey: [getCompanyChoices.path, 'entryGrid', text],
    queryFn: async ({ signal }): Promise<Choice | number> =>
      theOne(
        text,
        await api(getCompanyChoices, { q: text.slice(0, 60), roles: customerRoles as never }, { signal, quiet: true }),
      ),
    staleTime: 300_000,
  })

const outletQuery = (text: string) =>
  queryOptions({
    queryKey: [getOutletChoices.path, 'entryGrid', text],
    queryFn: async ({ signal }): Promise<Choice | number> =>
      theOne(text, await api(getOutletChoices, { q: text.slice(0, 60) }, { signal, quiet: true })),
    staleTime: 300_000,
  })

const partyQuery = (text: string) =>
  queryOptions({
    queryKey: [parseParty.path, 'entryGrid', text],
    queryFn: async ({ signal }): Promise<Party> => {
      const party = await api(parseParty, { line: text.slice(0, mostLine) }, { signal, quiet: true })
      return Object.fromEntries(Object.entries(party).filter(([, value]) => value !== null))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 3_600_000,
  })

const customerText = (row: EntryRow) => (row.cells.customer?.customer ? '' : textOf(row, 'customer'))
const outletText = (row: EntryRow) => (row.cells.destOutlet?.outlet ? '' : textOf(row, 'destOutlet'))
const partyText = (row: EntryRow, side: 'shipper' | 'consignee') => (row.cells[side]?.party ? '' : textOf(row, side))

const isCustomerNow = (user: { readonly scope: string } | null): boolean => user?.scope === 'customer'

/** Whose terms count; undefined where there is nobody. A customer's account has its own. */
type Billed = { readonly id: number | undefined } | undefined
const billed = (customer: Resolved['customer'], isCustomer: boolean): Billed =>
  isCustomer ? { id: undefined } : typeof customer === 'object' ? { id: customer.id } : undefined

/** What is known of the rows' texts now; the rest is being asked for. */
export function useResolvedCodes(rows: readonly EntryRow[]): (row: EntryRow) => Resolved {
  const customers = [...new Set(rows.map(customerText))].filter(Boolean)
  const outlets = [...new Set(rows.map(outletText))].filter(Boolean)
  const parties = [...new Set(rows.flatMap((row) => [partyText(row, 'shipper'), partyText(row, 'consignee')]))].filter(
    Boolean,
  )
  const foundCustomers = useQueries({ queries: customers.map(customerQuery) })
  const foundOutlets = useQueries({ queries: outlets.map(outletQuery) })
  const foundParties = useQueries({ queries: parties.map(partyQuery) })
  const customerOf = new Map(customers.map((text, at) => [text, foundCustomers[at]?.data]))
  const outletOf = new Map(outlets.map((text, at) => [text, foundOutlets[at]?.data]))
  const partyOf = new Map(parties.map((text, at) => [text, foundParties[at]?.data]))
  const side = (row: EntryRow, name: 'shipper' | 'consignee') => {
    const text = partyText(row, name)
    return text === '' ? row.cells[name]?.party : (partyOf.get(text) ?? 'asking')
  }
  const isCustomer = useSession(({ userInfo }) => isCustomerNow(userInfo))
  const customerIn = (row: EntryRow): Resolved['customer'] => {
    const text = customerText(row)
    return text === '' ? row.cells.customer?.customer : (customerOf.get(text) ?? 'asking')
  }
  const outletIn = (row: EntryRow): Resolved['destOutlet'] => {
    const text = outletText(row)
    return text === '' ? row.cells.destOutlet?.outlet : (outletOf.get(text) ?? 'asking')
  }
  const ids = [
    ...new Set(
      rows.flatMap((row) => billed(isBlank(row) ? undefined : customerIn(row), isCustomer) ?? []).map(({ id }) => id),
    ),
  ]
  const foundTerms = useQueries({ queries: ids.map(termsQuery) })
  const termsOf = new Map(ids.map((id, at) => [id, foundTerms[at]?.data]))
  return (row) => {
    const customer = customerIn(row)
    const whose = billed(customer, isCustomer)
    const terms = whose && termsOf.get(whose.id)
    return {
      customer,
      destOutlet: outletIn(row),
      payMethod: terms ? payFor(terms) : whose || customer === 'asking' ? 'asking' : walkIn.payMethod,
      isWalkIn: !isCustomer && customer === undefined,
      shipper: side(row, 'shipper'),
      consignee: side(row, 'consignee'),
    }
  }
}

/** The same, asked to the end: before a row is sent. Without an answer it throws. */
export async function resolveCodes(client: QueryClient, row: EntryRow): Promise<Resolved> {
  const customer = customerText(row)
  const side = (name: 'shipper' | 'consignee') => {
    const text = partyText(row, name)
    return text === '' ? row.cells[name]?.party : client.ensureQueryData(partyQuery(text))
  }
  const outlet = outletText(row)
  const isCustomer = isCustomerNow(useSession.getState().userInfo)
  const [shipper, consignee] = await Promise.all([side('shipper'), side('consignee')])
  const found = customer === '' ? row.cells.customer?.customer : await client.ensureQueryData(customerQuery(customer))
  const whose = billed(found, isCustomer)
  return {
    customer: found,
    destOutlet: outlet === '' ? row.cells.destOutlet?.outlet : await client.ensureQueryData(outletQuery(outlet)),
    payMethod: whose ? payFor(await client.ensureQueryData(termsQuery(whose.id))) : walkIn.payMethod,
    isWalkIn: !isCustomer && found === undefined,
    shipper,
    consignee,
  }
}
