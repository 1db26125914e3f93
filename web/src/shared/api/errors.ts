import type { FieldError, Params } from '@xunyun/contract/kernel/call'
import { i18n } from '../i18n/i18n.ts'

/** A refusal by the server: an envelope whose code is neither 200 nor 20000 (ER-01). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  /** `module.reason` of the contract's catalogue; empty when the server gave none. */
  readonly reason: string
  readonly params: Params
  readonly fields: readonly FieldError[]

  constructor(code: number, msg: string, reason = '', params: Params = {}, fields: readonly FieldError[] = []) {
    super(msg)
    this.code = code
    this.reason = reason
    this.params = params
    this.fields = fields
  }
}

/** Code 300: the server asks whether it is really meant. The caller asks the person and sends again (AP-12). */
export class ConfirmNeeded extends Error {
  override readonly name = 'ConfirmNeeded'
  readonly reason: string
  readonly params: Params

  constructor(msg: string, reason = '', params: Params = {}) {
    super(msg)
    this.reason = reason
    this.params = params
  }
}

/** An answer without an envelope: broken request, unknown path, too large, too many, crash (AP-17). */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** No answer at all, or none in time. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** Says something to be done: its toast stays. */
  readonly stays: boolean

  constructor(message: string, { stays = false, ...options }: ErrorOptions & { stays?: boolean } = {}) {
    super(message, options)
    this.stays = stays
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** What a fetch failed with, in our words; a request given up stays as it is. */
export function asNetworkError(error: unknown): unknown {
  if (isAbort(error) || error instanceof NetworkError) return error
  const tooLate = error instanceof DOMException && error.name === 'TimeoutError'
  const says = tooLate ? 'common:http.timeout' : navigator.onLine ? 'common:http.network' : 'common:http.offline'
  // What the browser says of it is English and tells nobody anything; it stays for whoever debugs.
  return new NetworkError(i18n.t(says), { cause: error })
}

/** Codes of a session that is over (ER-02). */
export const isSessionCode = (code: number): boolean => code === 202 || code === 50012 || code === 50014
