import type { Call, Input } from '@xunyun/contract/kernel/call'
import type { FastifyReply } from 'fastify'
import { filterOf, noteRows, recordAccess } from '../accessLog.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db.ts'
import type { Binder, Context } from '../http/binder.ts'
import { fromOf } from '../http/request.ts'
import { type ListColumn, type ListPage, type PageRequest, sendList } from './list.ts'

/** A list that can be taken away as a file: what it is called, what a row may hold, and its own query. */
export type ListExport<C extends Call, Row> = {
  readonly name: (actor: Actor, input: Input<C>) => string
  readonly columns: (actor: Actor, input: Input<C>) => readonly ListColumn<Row>[]
  readonly page: (tx: Tx, actor: Actor, input: Input<C>, request: PageRequest) => Promise<ListPage<Row>>
}

/** The user's own columns, in his order. */
type Chosen = { readonly columns?: readonly string[] | undefined }
export type Offered = { readonly call: Call; readonly list: ListExport<Call, unknown> }

/** The lists that can be exported: each streams its file as an answer, and a job can write the same file. */
export class Exports {
  readonly #bind: Binder
  readonly #offered = new Map<string, Offered>()

  constructor(bind: Binder) {
    this.#bind = bind
  }

  /** Binds an export call, whose input is the list's filter and sort with `columns`. */
  offer<C extends Call & { readonly transport: 'file' }, Row>(call: C, list: ListExport<C, Row>): void {
    this.#offered.set(call.path, { call, list: list as unknown as ListExport<Call, unknown> })
    // A call of the kind `file`, whichever it is, is answered by a reply.
    const bind = this.#bind as (
      call: Call,
      answer: (context: Context, input: Input<C> & Chosen) => Promise<FastifyReply>,
    ) => void
    bind(call, async ({ tx, actor, reply, request }, input) => {
      const what = list.name(actor, input)
      const noted = { id: 0, rows: 0 }
      const page = async (asked: PageRequest) => {
        const found = await list.page(tx, actor, input, asked)
        noted.rows += found.rows.length
        if (noted.id === 0) {
          const detail = { what, call: call.path, filter: filterOf(input), rows: noted.rows }
          noted.id = await recordAccess(tx, { kind: 'export', who: actor, from: fromOf(request), detail })
        } else await noteRows(tx, noted.id, noted.rows)
        return found
      }
      return sendList<Row>(reply, actor, what, list.columns(actor, input), input.columns, page)
    })
  }

  of(path: string): Offered | undefined {
    return this.#offered.get(path)
  }
}
