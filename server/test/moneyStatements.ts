import * as statements from '@xunyun/contract/statements/calls'
import { expect } from 'vitest'
import { type Charge, cents, closingOf, type Model, statable, sum, type Waybill } from './moneyModel.ts'
import { upload } from './sheets.ts'
import type { Client } from './world.ts'

/** Statements in random histories of money: drafted, sent, disputed by telephone, adjusted and sent again, confirmed, voided. */

type Deps = {
  readonly office: () => Client
  readonly outletId: () => number
  readonly days: readonly string[]
  readonly next: (max: number) => number
  readonly pick: <T>(all: readonly T[]) => T | undefined
  /** An approved adjustment of today; null where it is refused. */
  readonly adjusted: (one: Waybill, amount: number) => Promise<Charge | null>
}
type Acts = Record<string, (model: Model) => Promise<boolean>>

export function statementActs({ office, outletId, days, next, pick, adjusted }: Deps): Acts {
  const detail = (id: number) => office().ok(statements.getStatement, { id })
  /** A statement comes to what the customer owes and paid up to its day, whatever was stated before. */
  const stated = async (model: Model): Promise<void> => {
    const { closing } = await detail(model.statement?.id as number)
    expect(cents(closing)).toBe(closingOf(model, model.statement?.toDay ?? ''))
  }
  const send = async (id: number): Promise<boolean> =>
    (await office().ok(statements.sendStatements, { ids: [id] })).done === 1
  const take = (one: NonNullable<Model['statement']>, charges: readonly Charge[]): void => {
    for (const each of charges) each.stated = true
    one.taken.push(...charges)
  }
  return {
    async state(model) {
      if (model.statement !== null && model.statement.state !== 'confirmed') return false
      const toDay = pick(days) as string
      const input = { companyId: model.customer, outletId: outletId(), toDay }
      const { code, data } = await office().send(statements.generateStatement, input)
      if (code !== 200) return false
      model.statement = { id: (data as { id: number }).id, toDay, state: 'draft', taken: [] }
      await stated(model)
      return true
    },
    async sendStatement(model) {
      const one = model.statement
      if (one?.state !== 'draft' || !(await send(one.id))) return false
      one.state = 'sent'
      // What happened meanwhile is on it.
      await stated(model)
      take(
        one,
        statable(model).filter(({ day, stated }) => day <= one.toDay && stated !== true),
      )
      return true
    },
    async dispute(model) {
      const one = model.statement
      if (one?.state !== 'sent') return false
      const { lines, version, closing } = await detail(one.id)
      const line = pick(lines.filter(({ kind, waybillId }) => kind === 'charge' && waybillId !== null))
      if (line === undefined) return false
      const disputes = JSON.stringify([{ lineId: line.id, dispute: '单价不对' }])
      await office().ok(statements.disputeStatement, { id: one.id, version, caller: '王经理', disputes } as never)
      one.state = 'disputed'
      one.disputed = line.waybillId as number
      // What is said to it changes nothing of what it comes to.
      expect((await detail(one.id)).closing).toBe(closing)
      return true
    },
    async handle(model) {
      const one = model.statement
      if (one?.state !== 'disputed') return false
      const waybill = model.waybills.find(({ id }) => id === one.disputed)
      const before = cents((await detail(one.id)).closing)
      if (waybill && (await adjusted(waybill, next(2) === 0 ? 100 + next(900) : -100 - next(900)))) {
        // All of that waybill that corrects it and stands on none goes on it, whatever its day.
        const more = waybill.charges.filter(({ adjusts, stated }) => adjusts === true && stated !== true)
        expect((await office().ok(statements.handleDisputes, { ids: [one.id] })).done).toBe(1)
        expect(cents((await detail(one.id)).closing)).toBe(before + sum(more.map(({ amount }) => amount)))
        take(one, more)
      }
      expect(await send(one.id)).toBe(true)
      one.state = 'sent'
      return true
    },
    async confirmStatement(model) {
      const one = model.statement
      if (one?.state !== 'sent') return false
      const { version } = await detail(one.id)
      const fileIds = [await upload(office(), [['章']])]
      await office().ok(statements.confirmStatement, { id: one.id, version, fileIds })
      one.state = 'confirmed'
      return true
    },
    async voidStatement(model) {
      if (model.statement?.state !== 'sent' || next(2) === 0) return false
      await office().ok(statements.voidStatements, { ids: [model.statement.id], reason: '开错' })
      for (const each of model.statement.taken) each.stated = false
      model.statement = null
      return true
    },
  }
}
