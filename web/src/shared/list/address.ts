import type { Call, Input, Output } from '@xunyun/contract/kernel/call'
import type * as z from 'zod/mini'

/** What every list call takes beside its own filters. */
type ListKeys = 'sort' | 'dir' | 'pageSize' | 'page' | 'after'
const listKeys: readonly string[] = ['sort', 'dir', 'pageSize', 'page', 'after'] satisfies readonly ListKeys[]

/** The filters of a list call, each of them optional. */
export type Filter<C extends Call> = { readonly [K in keyof Omit<Input<C>, ListKeys>]?: Input<C>[K] }
export type SortKey<C extends Call> = Input<C> extends { sort?: infer S } ? NonNullable<S> & string : never
export type Sort<K extends string = string> = { readonly key: K; readonly dir: 'asc' | 'desc' }

type Rows<A> = Extract<A, { readonly rows: readonly unknown[] }>
/** A row of the call's answer. */
export type Row<C extends Call> = Rows<Output<C>>['rows'][number]
/** The answer beside its rows. */
export type Answer<C extends Call> = Rows<Output<C>>

export type Place = {
  readonly filter: Readonly<Record<string, unknown>>
  readonly sort: Sort | null
  readonly page: number
}

type Shape = Readonly<Record<string, z.ZodMiniType>>
const shapeOf = (call: Call): Shape => (call.input as unknown as { shape: Shape }).shape

/** Names of the filters, as the contract has them. */
export const filterKeys = (call: Call): string[] => Object.keys(shapeOf(call)).filter((key) => !listKeys.includes(key))

export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const asText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.map(String).join(',') : String(value)
}

export const sameValue = (a: unknown, b: unknown): boolean =>
  isGiven(a) || isGiven(b) ? isGiven(a) && isGiven(b) && asText(a) === asText(b) : true

/** Address → filter, sort and page. What the contract does not understand is left out. */
export function readPlace(call: Call, search: string, defaults: Partial<Place> = {}): Place {
  const params = new URLSearchParams(search)
  const shape = shapeOf(call)
  const filter: Record<string, unknown> = {}
  for (const key of filterKeys(call)) {
    const text = params.get(key)
    // Absent is the default; present and empty is a default that was cleared.
    const value = text === null ? defaults.filter?.[key] : readValue(shape[key], text)
    if (isGiven(value)) filter[key] = value
  }
  const page = Number(params.get('page'))
  return {
    filter,
    sort: readSort(shape.sort, params) ?? defaults.sort ?? null,
    page: Number.isInteger(page) && page > 1 ? page : 1,
  }
}

function readValue(schema: z.ZodMiniType | undefined, text: string): unknown {
  const result = text === '' ? undefined : schema?.safeParse(text)
  return result?.success ? result.data : undefined
}

function readSort(schema: z.ZodMiniType | undefined, params: URLSearchParams): Sort | null {
  const key = readValue(schema, params.get('sort') ?? '')
  if (typeof key !== 'string') return null
  return { key, dir: params.get('dir') === 'desc' ? 'desc' : 'asc' }
}

/** Filter, sort and page → query of the address, without what is as it would be anyway. */
export function writePlace(call: Call, place: Place, defaults: Partial<Place> = {}): string {
  const params = new URLSearchParams()
  for (const key of filterKeys(call)) {
    const value = place.filter[key]
    const usual = defaults.filter?.[key]
    if (sameValue(value, usual)) continue
    params.set(key, isGiven(value) ? asText(value) : '')
  }
  const { sort } = place
  if (sort && (sort.key !== defaults.sort?.key || sort.dir !== defaults.sort.dir)) {
    params.set('sort', sort.key)
    params.set('dir', sort.dir)
  }
  if (place.page > 1) params.set('page', String(place.page))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
