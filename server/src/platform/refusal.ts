import { catalogue, type Reason } from '@xunyun/contract/errors'
import type { FieldError, Params } from '@xunyun/contract/kernel/call'

/**
 * A business "no": the catalogue's reason, its parameters, and the fields it is about. It ends the transaction, so a
 * refused command leaves nothing behind.
 */
export class Refusal extends Error {
  readonly reason: Reason
  readonly params: Params
  readonly fields: FieldError[]

  constructor(reason: Reason, params: Params = {}, fields: FieldError[] = []) {
    super(reason)
    this.name = 'Refusal'
    this.reason = reason
    this.params = params
    this.fields = fields
  }

  get code(): number {
    return catalogue[this.reason].code
  }
}

/** One field is wrong: the toast says how many, the message stands at the field. */
export const badField = (path: string, reason: Reason, params: Params = {}): Refusal =>
  new Refusal('kernel.invalid', { count: 1 }, [{ path, reason, params }])

/** Several fields are wrong; does nothing when none is. */
export function refuseFields(fields: { path: string; reason: Reason; params?: Params }[]): void {
  if (fields.length === 0) return
  throw new Refusal(
    'kernel.invalid',
    { count: fields.length },
    fields.map(({ path, reason, params }) => ({ path, reason, params: params ?? {} })),
  )
}

export const notFound = (): Refusal => new Refusal('kernel.notFound')
