import type { Call, Envelope } from '@xunyun/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openWorld, type World } from './world.ts'

/**
 * What every call has to do, whatever it is about, on the demo's company: a call that is added is tried from the day it is bound.
 * Journeys in the browser need not repeat it.
 */
let world: World
beforeAll(async () => {
  world = await openWorld({}, 30_000, undefined, 'demo')
})
afterAll(() => world.close())

type Schema = {
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
const inputOf = (call: Call) => z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema
const wordsOf = (call: Call, field: string): string[] => {
  const { enum: words, anyOf = [] } = inputOf(call).properties?.[field] ?? {}
  return words ?? anyOf.flatMap((one) => one.enum ?? [])
}
const has = (call: Call, field: string) => inputOf(call).properties?.[field] !== undefined
const every = (matches: (call: Call) => boolean) => world.app.bound.map(({ call }) => call).filter(matches)
const needsNothing = (call: Call) => (inputOf(call).required ?? []).length === 0

type Page = { rows: unknown[]; next?: string | null }
const get = async (call: Call, query: Record<string, string>) => {
  const answer = await world.admin.fetch(`${call.path}?${new URLSearchParams(query)}`)
  return (await answer.json()) as Envelope<Page>
}

describe('[D-01] every list', () => {
  const isList = (call: Call) => call.method === 'GET' && has(call, 'pageSize') && needsNothing(call)

  it('is sorted both ways by all it offers to be sorted by', async () => {
    const lists = every((call) => isList(call) && has(call, 'sort'))
    expect(lists.length).toBeGreaterThan(30)
    for (const call of lists)
      for (const sort of wordsOf(call, 'sort'))
        for (const dir of ['asc', 'desc']) {
          const { code, msg } = await get(call, { pageSize: '5', sort, dir })
          expect([call.path, sort, dir, code, msg]).toEqual([call.path, sort, dir, 200, ''])
        }
  })

  it('gives its next page by the cursor, without a row of the first', async () => {
    let followed = 0
    for (const call of every((one) => isList(one) && has(one, 'after'))) {
      const first = await get(call, { pageSize: '1' })
      expect([call.path, first.code]).toEqual([call.path, 200])
      if (typeof first.data.next !== 'string') continue
      const second = await get(call, { pageSize: '1', after: first.data.next })
      expect([call.path, second.code, second.data.rows.length]).toEqual([call.path, 200, 1])
      expect(second.data.rows, call.path).not.toEqual(first.data.rows)
      followed += 1
    }
    expect(followed).toBeGreaterThan(15)
  })
})

it('[D-01] every list that is exported is a sheet', async () => {
  const exports = every((call) => call.transport === 'file' && has(call, 'columns') && needsNothing(call))
  expect(exports.length).toBeGreaterThan(20)
  for (const { path } of exports) {
    const answer = await world.admin.fetch(path)
    const bytes = Buffer.from(await answer.arrayBuffer())
    // An Excel file is a ZIP archive.
    expect([path, answer.status, bytes.subarray(0, 2).toString()]).toEqual([path, 200, 'PK'])
  }
})

it('[ER-01] every form that is sent empty names a field of it that is missing, and nothing breaks', async () => {
  const forms = every((call) => call.method === 'POST' && call.transport === undefined && !needsNothing(call))
  expect(forms.length).toBeGreaterThan(200)
  for (const call of forms) {
    const answer = await world.admin.fetch(call.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect([call.path, answer.status]).toEqual([call.path, 200])
    const { code, error } = (await answer.json()) as Envelope
    expect([call.path, code]).toEqual([call.path, 422])
    const named = (error?.fields ?? []).map(({ path }) => path.split('.')[0] ?? '')
    const fields = Object.keys(inputOf(call).properties ?? {})
    expect(fields.filter((field) => named.includes(field)).length, call.path).toBeGreaterThan(0)
  }
})

describe('[ER-01] every change of a record that somebody else has changed since', () => {
  /** What of a value a schema takes: a record as it was read, as it is sent back. */
  function taken(schema: Schema, value: unknown): unknown {
    if (value === null || value === undefined) return undefined
    const forms = [schema, ...(schema.anyOf ?? [])]
    const items = forms.find((one) => one.items !== undefined)?.items
    if (Array.isArray(value)) return items === undefined ? value : value.map((one) => taken(items, one))
    const fields = forms.find((one) => one.properties !== undefined)?.properties
    if (typeof value !== 'object' || fields === undefined) return value
    const read = value as Record<string, unknown>
    return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, taken(one, read[name])]))
  }
  const moduleOf = ({ path }: Call) => path.slice(0, path.lastIndexOf('/') + 1)
  const keyOf = (call: Call) => ['id', 'UserID', 'MenuID'].find((name) => has(call, name))
  type Fields = Record<string, unknown>

  /** The first records of each list beside the call, with what their details tell besides. */
  async function* recordsFor(call: Call): AsyncGenerator<Fields> {
    const key = keyOf(call)
    const near = every((one) => one.method === 'GET' && moduleOf(one) === moduleOf(call) && one.transport === undefined)
    for (const list of near.filter(needsNothing)) {
      const { data } = (await get(list, {})) as unknown as Envelope<Fields | Fields[]>
      const rows = key === undefined ? [data] : Array.isArray(data) ? data : (data?.rows ?? [])
      for (const row of (rows as Fields[]).slice(0, 20)) {
        if (key === undefined) {
          yield row
          continue
        }
        if (row[key] === undefined) continue
        const record = { ...row }
        for (const one of near.filter((each) => has(each, key)))
          Object.assign(record, (await get(one, { [key]: String(row[key]) })).data ?? {})
        yield record
      }
    }
  }

  /** What these calls ask for besides the record. */
  const besides: Record<string, Fields> = {
    '/api/Users/ChangeUsers': { roles: [], companies: [], warehouses: [] },
    '/api/Roles/SetRoleRights': { Rights: [] },
    '/api/Approvals/ChangeApproverLevel': { userIds: [1], roleIds: [] },
    '/api/Waybills/HoldWaybill': { reason: 'x' },
    '/api/Waybills/ReleaseWaybill': { proof: 'x' },
    '/api/Waybills/ChangeDestination': { reason: 'x' },
    '/api/Waybills/RequestChange': { reason: 'x' },
    '/api/Receive/FinishReceipt': { rest: 'short' },
    '/api/Waybills/SendOnward': { relation: 'return', from: 'refused:0', pieces: 1, payMethod: 'monthly', reason: 'x' },
    '/api/Waybills/ReaddressWaybill': { reason: 'x' },
    '/api/Waybills/LosePieces': { from: 'refused:0', pieces: 1, text: 'x' },
    '/api/Cases/CloseAbnormal': { dealing: 'none', result: 'x' },
    '/api/Cases/ReopenAbnormal': { reason: 'x' },
    '/api/Cases/AnswerComplaint': { result: 'x' },
    '/api/Cases/FollowUpComplaint': { reached: false },
    '/api/Cases/ReopenComplaint': { reason: 'x' },
    '/api/Invoices/ChangeInvoice': { parts: [{ chargeId: 1, amount: '1' }] },
    '/api/Invoices/IssueInvoice': { invoiceNo: '26332000001234567890', day: '2026-11-01' },
    '/api/Invoices/MakeRedInvoice': { reason: 'discount', confirmation: 'notNeeded', lines: undefined },
    '/api/Payments/UnallocatePayment': { lineIds: [1], reason: 'x' },
    '/api/Payments/RefundPayment': { reason: 'x' },
    '/api/Collections/CountHandIn': { lines: [] },
    '/api/Collections/SettleDifference': { cashAccountId: 1 },
    '/api/Collections/ChangeCodPayout': { waybillIds: [1], lines: [] },
  }
  /** The demo has no record that gets so far, or no list that needs no filter: mailboxes, outbox, templates, merge, costs and statements have tests of their own. */
  const elsewhere = new Set([
    '/api/Mailboxes/ChangeMailbox',
    '/api/Mails/ResendMail',
    '/api/PrintTemplates/ChangePrintTemplate',
    '/api/Companies/MergeCompanies',
    '/api/Costs/SetArrangementCosts',
    '/api/Costs/ChangeCostApplication',
    '/api/Costs/ChangeExpense',
    '/api/Watch/ChangeWatchSetting',
    '/api/Statements/ConfirmStatement',
    '/api/Statements/DisputeStatement',
    '/api/Waybills/AbandonPieces',
  ])

  it('is refused, and says who changed it', async () => {
    const changes = every((call) => call.method === 'POST' && has(call, 'version') && !elsewhere.has(call.path))
    expect(changes.length).toBeGreaterThan(30)
    const wrong: string[] = []
    for (const call of changes) {
      let last = 'no record'
      for await (const record of recordsFor(call)) {
        const answer = await world.admin.fetch(call.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...(taken(inputOf(call), record) as object), ...besides[call.path], version: 9_999 }),
        })
        const { code, msg, error } = (await answer.json()) as Envelope
        last = `${code} ${error?.reason} ${msg}`
        // A record whose state forbids the act says that first: another one is tried.
        if (code === 200 || error?.reason === 'kernel.stale') break
      }
      if (!last.startsWith('409 kernel.stale')) wrong.push(`${call.path}: ${last}`)
    }
    expect(wrong).toEqual([])
  })
})
