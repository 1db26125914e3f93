import * as handIns from '@xunyun/contract/collections/calls'
import * as payments from '@xunyun/contract/payments/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import { expect } from 'vitest'
import { ago } from './freight.ts'
import { cents, type Model, yuan } from './moneyModel.ts'
import type { Client } from './world.ts'

/** Acts of random histories at the door: what is collected, undone, paid back and handed in. */
type Acts = Record<string, (model: Model) => Promise<boolean>>
type Given = {
  readonly office: () => Client
  readonly accounts: () => { readonly till: number; readonly wechat: number }
  readonly next: (most: number) => number
  readonly decide: () => Promise<void>
  readonly move: (account: number, amount: number) => void
  readonly custodyOf: (driverId: number) => Promise<number>
  readonly today: string
}

export const doorActs = ({ office, accounts, next, decide, move, custodyOf, today }: Given): Acts => ({
  async sign({ waybills: all }) {
    const one = all.find(({ door }) => door?.is === 'out')
    if (!one?.door) return false
    const { door } = one
    door.isStraight = next(2) === 0
    await office().ok(waybills.signWaybill, {
      id: one.id,
      signed: 1,
      signer: '陈国强',
      signedAt: ago(5),
      freight: yuan(door.freight),
      freightChannel: door.isStraight ? 'wechat' : 'cash',
      cod: yuan(door.cod),
      codChannel: 'cash',
    })
    one.settled += door.freight
    door.is = 'taken'
    if (!door.isStraight) return true
    // What was given back before is used first.
    const used = Math.min(door.advance, door.freight)
    door.advance -= used
    move(accounts().wechat, door.freight - used)
    return true
  },
  async undoSigning({ waybills: all }) {
    const one = all.find(({ door }) => door?.is === 'taken')
    if (!one?.door) return false
    await office().ok(waybills.undoWaybill, { id: one.id, reason: '签错' })
    one.settled -= one.door.freight
    one.door.is = 'out'
    if (one.door.isStraight) one.door.advance += one.door.freight
    return true
  },
  async refundAtDoor({ waybills: all }) {
    const one = all.find(({ door }) => (door?.advance ?? 0) > 0)
    if (!one?.door) return false
    const amount = 1 + next(one.door.advance)
    const refund = { waybillNo: one.no, cashAccountId: accounts().wechat, day: today, reason: '退回' }
    const { fields } = await office().refused(payments.refundDoorMoney, {
      ...refund,
      amount: yuan(one.door.advance + 1),
    })
    expect(fields).toMatchObject([{ path: 'amount', params: { left: yuan(one.door.advance) } }])
    const { id } = await office().ok(payments.refundDoorMoney, { ...refund, amount: yuan(amount) })
    if (next(3) === 0) {
      await office().ok(payments.reversePayments, { ids: [id], reason: '退回失败' })
      return true
    }
    one.door.advance -= amount
    move(accounts().wechat, -amount)
    return true
  },
  async handIn({ waybills: all }) {
    const one = all.find(({ door }) => door?.is === 'taken')
    if (!one?.door) return false
    const { driverId, freight: taken, cod, isStraight } = one.door
    const { till } = accounts()
    const found = async (tab: 'toHandIn' | 'pending' | 'difference') =>
      (await office().ok(handIns.getHandIns, { tab, pageSize: 500 })).rows.find((row) => row.holderId === driverId)
    await office().ok(handIns.handIn, { ids: [(await found('toHandIn'))?.id as number] })
    const due = (isStraight ? 0 : taken) + cod
    const short = next(2) === 0 ? 0 : 1_000
    const jz = await found('pending')
    expect(cents(jz?.due ?? '0')).toBe(due)
    const count = { channel: 'cash' as const, amount: yuan(due - short), cashAccountId: till }
    await office().ok(handIns.countHandIn, { id: jz?.id as number, version: jz?.version as number, lines: [count] })
    move(till, due - short)
    one.door.is = 'counted'
    if (short === 0) return true
    expect(await custodyOf(driverId)).toBe(short)
    const differs = await found('difference')
    const of = { id: differs?.id as number, version: differs?.version as number }
    if (next(2) === 0) {
      await office().ok(handIns.settleDifference, { ...of, cashAccountId: till })
      move(till, short)
    } else {
      await office().ok(handIns.bearDifferences, { ids: [of.id], reason: '零钱被盗' })
      await decide()
    }
    return true
  },
})
