import type { Right } from './call.ts'

/**
 * A document's lifecycle as a table: action → from, to, right. The server acts by it and says by it what a page offers
 * (ability.ts), a test walks every state × action, and the diagram in docs comes from it.
 */
export type Lifecycle<State extends string, Action extends string> = {
  readonly [A in Action]: {
    readonly from: readonly State[]
    readonly to: State | 'derived'
    readonly right: readonly Right[]
  }
}

/** True if the table lets the action start in this state. Rules beside the state (papers, pieces …) are the server's. */
export const canStart = <S extends string, A extends string>(table: Lifecycle<S, A>, action: A, state: S): boolean =>
  table[action].from.includes(state)
