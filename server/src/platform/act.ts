import type { Call, Input, Output } from '@xunyun/contract/kernel/call'
import type { Actor } from './actor.ts'
import type { Tx } from './db.ts'

/** What an act gets beside its input: the transaction of its command, and who asks. */
export type Asked = { readonly tx: Tx; readonly actor: Actor }

/**
 * An act is named as its call and typed by it, and bound by that name: `export const addDriver: Act<typeof calls.addDriver>`.
 * What else it needs is given first: `addNotice(numbering)` is the act.
 */
export type Act<C extends Call> = (asked: Asked, input: Input<C>) => Promise<Output<C>>
