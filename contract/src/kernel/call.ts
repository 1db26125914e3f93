import type * as z from 'zod/mini'

/** What a right allows on a page: look, create and change, delete and decide. Edit and approve contain browse (SE-08). */
export type Kind = 'browse' | 'edit' | 'approve'
/** `page` is a key of pages.ts; access.ts makes rights of known keys only. */
export type Right = { readonly page: string; readonly kind: Kind }

/**
 * Who may call: anybody, everybody with a session, or whoever holds any one of the rights.
 * A call without an access does not compile, and the binder refuses to start it.
 */
export type Access = 'public' | 'session' | readonly [Right, ...Right[]]

export type Call<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> = {
  readonly method: 'GET' | 'POST'
  /** Under `/api/`, `<Module>/<Verb>…`. */
  readonly path: `/api/${string}/${string}`
  /** One line for the API document. */
  readonly summary: string
  readonly access: Access
  /**
   * Whether customers' accounts may call it, too: a person bound to a customer is refused what is for staff, whatever
   * rights were given. Staff's unless said; what asks for no right is everybody's, and says so.
   */
  readonly audience?: 'staff' | 'everybody'
  readonly input: I
  readonly output: O
  /** How our own client sends a POST: JSON, but for calls of the specification that are form-urlencoded; the server takes both (AP-15). */
  readonly body?: 'form'
  /** Takes an idempotency key: the same key twice has one effect and the same answer (domain §0.3). */
  readonly idempotent?: boolean
  /**
   * `file`: the handler streams a download instead of an envelope. `multipart`: the body is an upload. `text`: the
   * answer is the bare text, and `err` for every refusal (AP-09).
   */
  readonly transport?: 'file' | 'multipart' | 'text'
}

export const call = <const D extends Call>(definition: D): D => definition

export type Input<C extends Call> = z.output<C['input']>
/** What a client may send: text or native values, before the codecs. */
export type Sent<C extends Call> = z.input<C['input']>
export type Output<C extends Call> = z.output<C['output']>

/** The envelope of every answer (AP-17). */
export type Envelope<T = unknown> = {
  code: number
  msg: string
  data: T
  error?: { reason: string; params: Params; fields: FieldError[] }
}
export type Params = Record<string, string | number>
export type FieldError = { path: string; reason: string; params: Params }
