import { sayReason } from '@xunyun/contract/errors'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Actor } from './actor.ts'
import type { Refusal } from './refusal.ts'

/** Gathers what happened to each row of a batch; a refused row says why, in the asker's language (ux: batch actions). */
export class BatchReport {
  readonly #actor: Actor
  readonly #refused: Outcomes['refused'] = []
  #done = 0

  constructor(actor: Actor) {
    this.#actor = actor
  }

  done(count = 1): void {
    this.#done += count
  }

  refuse(id: number, no: string, refusal: Pick<Refusal, 'reason' | 'params' | 'fields'>): void {
    // A single bad field says more than "one field needs attention".
    const field = refusal.reason === 'kernel.invalid' ? refusal.fields[0] : undefined
    const { reason, params } = field ?? refusal
    this.#refused.push({ id, no, reason, msg: sayReason(reason as never, params, this.#actor.language) })
  }

  outcomes(): Outcomes {
    return { done: this.#done, refused: this.#refused }
  }
}
