import type { Call, Envelope, Input, Output } from '@xunyun/contract/kernel/call'
import { i18n } from '../i18n/i18n.ts'
import { languageNow } from '../i18n/languages.ts'
import { askRelogin, beReplaced, doubtRights } from '../session/ended.ts'
import { currentToken, tokenReplaced } from '../session/token.ts'
import { toast } from '../ui/toasts.ts'
import { untilAnswered } from './again.ts'
import { type Answer, beginAsking, takeAnswer, takeArrived } from './ahead.ts'
import { newKey, stripBookkeeping, toForm, toQuery } from './encode.ts'
import { ApiError, asNetworkError, ConfirmNeeded, HttpError, isAbort, isSessionCode, NetworkError } from './errors.ts'
import { inWordsOfPage } from './fieldErrors.ts'

/** Where the API lives: this site, unless the build says otherwise. Also in front of PHOTO and of files' addresses. */
export const apiHost: string = import.meta.env.VITE_API_HOST ?? ''

const timeoutMs = 600_000
const networkToastSeconds = 5

/** What sending needs of a call. The login entry writes its few calls so, without the schemas. */
export type Wire = Pick<Call, 'method' | 'path' | 'body' | 'idempotent' | 'transport'>

/** A number may be sent as the text that was typed; everything else as the handler will see it. */
type Typed<T> = T extends number ? T | string : T extends readonly (infer U)[] ? readonly Typed<U>[] : T
/** What may be left out of a call's input may be left out of what is sent. */
type OptionalKey<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]
/** What is required has to be thought of; where it is not filled in yet, the server names the field. */
export type Sending<C extends Call> = {
  readonly [K in Exclude<keyof Input<C>, OptionalKey<Input<C>>>]: Typed<Input<C>[K]> | null | undefined
} & { readonly [K in OptionalKey<Input<C>>]?: Typed<Input<C>[K]> | null }

export type ApiOptions = {
  signal?: AbortSignal
  /** Idempotency key: one per intent of a person, so that trying again after a lost answer has one effect. */
  key?: string
  /** The caller shows the failure, or this kind of failure, itself, without a toast. */
  quiet?: boolean | ((error: unknown) => boolean)
  /** The caller also deals with a session that is over: no dialog. */
  ownSession?: boolean
  /** The caller has its own way without a server: that there is none is told at once, not after trying again. */
  offline?: boolean
}

/** Sends a call of the contract and gives its data; a failure has been shown by the time it is thrown (ER-01 … ER-03). */
export const api = <C extends Call>(call: C, input: Sending<C>, options: ApiOptions = {}): Promise<Output<C>> =>
  send<Output<C>>(call, input as Record<string, unknown>, options)

export async function send<T>(wire: Wire, input: Record<string, unknown>, options: ApiOptions = {}): Promise<T> {
  try {
    const asked = wire.method === 'GET' ? takeAnswer(addressOf(wire, input)) : undefined
    const early = asked && (await asked)
    if (early !== undefined) return early.data as T
    const response = await request(wire, input, options)
    return (await readEnvelope(response)) as T
  } catch (error) {
    report(error, options)
    throw error
  }
}

const addressOf = (wire: Wire, input: Record<string, unknown>): string => apiHost + wire.path + toQuery(input)

/** Asks what a page will ask, while its code is still coming: the same call finds the answer. */
export const askAhead = (wire: Wire, input: Record<string, unknown> = {}): Promise<Answer | undefined> =>
  beginAsking(addressOf(wire, input), commonHeaders())

/** The answer to a question asked ahead, where it is here already. */
export const answered = <C extends Call>(call: C, input: Sending<C>): Output<C> | undefined =>
  takeArrived(addressOf(call, input as Record<string, unknown>))?.data as Output<C> | undefined

/** What the warehouse's pages post, by its modules: marked by a header, and without the bookkeeping fields (AP-16). */
const warehousePaths =
  /^\/api\/(Warehouses|Locations|Items|InboundNotice|Receive|Ground|OutboundNotice|OutBound|Encasement|Enchase|MoveStock|Count|StockLedger)\//

/** Posts that change nothing, or nothing more the second time. */
const asksOnly = /\/(Try|Preview|Get|CheckImport|Prove|SyncPicks|DoLogin|Logout|BeginWeChat|ReadNotifications)\w*$/

/** The bare exchange: headers, encoding and timeout; nothing of the answer is judged. */
export async function request(wire: Wire, input: Record<string, unknown>, options: ApiOptions): Promise<Response> {
  // The window begins again: nothing is to be sent in another's name, and nobody is to see that it was not.
  if (tokenReplaced()) {
    beReplaced()
    return new Promise<never>(() => undefined)
  }
  const headers = commonHeaders()
  const init: RequestInit = {
    method: wire.method,
    headers,
    signal: withTimeout(options.signal),
    credentials: 'same-origin',
  }
  let url = apiHost + wire.path
  if (wire.method === 'GET') {
    url = addressOf(wire, input)
    init.cache = 'no-store'
  } else {
    const isWarehouse = warehousePaths.test(wire.path)
    const fields = isWarehouse ? stripBookkeeping(input) : input
    if (isWarehouse) headers.set('type', 'warehouse')
    const isForm = wire.body === 'form'
    if (!isForm) headers.set('Content-Type', 'application/json')
    init.body = isForm ? toForm(fields) : JSON.stringify(fields)
    if (wire.idempotent) headers.set('Idempotency-Key', options.key ?? newKey())
  }
  const reads = wire.method === 'GET' || asksOnly.test(wire.path)
  return untilAnswered(() => fetch(url, init), {
    signal: init.signal as AbortSignal,
    mayRepeat: reads || wire.idempotent === true,
    // Who gave the key sends again with it.
    isUnsure: !reads && options.key === undefined,
    offline: options.offline ?? false,
  })
}

export function commonHeaders(): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  // The first question may be asked before a language is loaded.
  headers.set('Accept-Language', i18n.language || languageNow())
  const token = currentToken()
  if (token) headers.set('token', token)
  return headers
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { code?: unknown }).code === 'number' &&
  'msg' in value

export async function readEnvelope(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw asNetworkError(error)
  })
  const body = parse(text)
  if (!response.ok || !isEnvelope(body)) throw httpError(response.status, body)
  return openEnvelope(body)
}

/** 200 and 20000 both mean success; 300 goes to the caller; the rest is a refusal. */
export function openEnvelope(envelope: Envelope): unknown {
  const { code, msg, data, error } = envelope
  if (code === 200 || code === 20000) return data
  if (code === 300) throw new ConfirmNeeded(msg, error?.reason, error?.params)
  throw new ApiError(code, msg, error?.reason, error?.params, error?.fields)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A crash carries its reference number in `msg`; that is worth more than our own words for the status. */
export function httpError(status: number, body: unknown): HttpError {
  const said = (body as { msg?: unknown } | undefined)?.msg
  if (typeof said === 'string' && said !== '') return new HttpError(status, said)
  if (status === 400) return new HttpError(status, i18n.t('common:http.400'))
  if (status === 404) return new HttpError(status, i18n.t('common:http.404'))
  if (status === 413) return new HttpError(status, i18n.t('common:http.413'))
  if (status === 429) return new HttpError(status, i18n.t('common:http.429'))
  if (status === 502 || status === 503) return new HttpError(status, i18n.t('common:http.503'))
  return new HttpError(status, i18n.t('common:http.other', { status }))
}

/** One failure, one toast; a session that is over also opens its dialog. */
export function report(error: unknown, options: ApiOptions): void {
  if (isAbort(error) || error instanceof ConfirmNeeded) return
  if (error instanceof ApiError && isSessionCode(error.code) && !options.ownSession) askRelogin()
  if (error instanceof ApiError && error.code === 403) doubtRights()
  if (typeof options.quiet === 'function' ? options.quiet(error) : options.quiet) return
  if (error instanceof ApiError) {
    error.message = inWordsOfPage(error)
    toast.error(error.message || 'Error')
  } else if (error instanceof NetworkError)
    toast.error(error.message, { seconds: error.stays ? null : networkToastSeconds })
  else if (error instanceof HttpError) toast.error(error.message)
  else toast.error(error instanceof Error ? error.message : String(error))
}
