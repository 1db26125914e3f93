import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { tidy } from '@xunyun/contract/kernel/text'
import { itemsOf, type Layout } from '@xunyun/contract/printing/layout'
import { presetOf } from '@xunyun/contract/printing/presets'
import type { addPrintTemplate, changePrintTemplate } from '@xunyun/contract/printing/templates'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import type { Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { hasRoom } from './engine/pages.ts'
import { readLayout } from './queries.templates.ts'

/** Acts on the company's own templates. */

type Locked = {
  id: number
  type: string
  name: string
  customer_id: number | null
  layout: unknown
  is_default: boolean
  enabled: boolean
  version: number
  updated_at: string
  updated_by: number | null
}

/** A layout as its timeline tells it. */
const told = (name: string, customer: string | null, layout: Layout) => ({
  name,
  customer,
  paper: `${layout.paper.width} × ${layout.paper.height} mm`,
  margin: `${layout.margin.top} ${layout.margin.right} ${layout.margin.bottom} ${layout.margin.left}`,
  offset: `${layout.offset.x}, ${layout.offset.y}`,
  size: layout.size,
  language: layout.language,
  fields: itemsOf(layout).flatMap(({ field, on }) => (on ? [field] : [])),
  texts: itemsOf(layout)
    .flatMap(({ field, label, text }) =>
      label || text ? [`${field}: ${[label, text].filter(Boolean).join(' ')}`] : [],
    )
    .join('; '),
  fonts: itemsOf(layout)
    .flatMap(({ field, size, bold }) => (size || bold ? [`${field} ${size ?? ''}${bold ? '*' : ''}`] : []))
    .join('; '),
  rows: layout.rows.map(({ height }) => height).join(' '),
})

async function customerName(tx: Tx, actor: Actor, id: number | undefined | null): Promise<string | null> {
  if (id === undefined || id === null) return null
  const found = await scoped(tx, actor, 'company').select('name').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw badField('customerId', 'kernel.notFound')
  return found.name
}

function checkLayout(layout: Layout): void {
  if (!hasRoom(layout)) throw badField('layout', 'printing.margins')
}

export async function addTemplate(
  tx: Tx,
  actor: Actor,
  input: Input<typeof addPrintTemplate>,
): Promise<{ id: number; ref: string }> {
  checkLayout(input.layout)
  const customer = await customerName(tx, actor, input.customerId)
  await lockType(tx, input.type)
  // A customer's first one is made to be printed with; the company's is chosen on purpose.
  const had =
    input.customerId === undefined ||
    (await tx
      .selectFrom('print_template')
      .select('id')
      .where('type', '=', input.type)
      .where('customer_id', '=', input.customerId)
      .where('is_default', '=', true)
      .where('is_deleted', '=', false)
      .executeTakeFirst()) !== undefined
  const { id } = await tx
    .insertInto('print_template')
    .values({
      type: input.type,
      name: tidy(input.name),
      customer_id: input.customerId ?? null,
      layout: JSON.stringify(input.layout),
      is_default: !had,
      ...created(actor.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = told(tidy(input.name), customer, input.layout)
  await recordHistory(tx, actor, 'printTemplate', id, 'created', differences({}, { type: input.type, ...after }))
  return { id, ref: String(id) }
}

export async function changeTemplate(
  tx: Tx,
  actor: Actor,
  input: Input<typeof changePrintTemplate>,
): Promise<{ version: number }> {
  checkLayout(input.layout)
  const before = await lockOne(tx, input.id)
  await refuseStale(tx, before, input.version)
  const customer = await customerName(tx, actor, input.customerId)
  const moved = (input.customerId ?? null) !== before.customer_id
  if (moved && before.is_default) throw badField('customerId', 'printing.isDefault', { name: before.name })
  await tx
    .updateTable('print_template')
    .set({
      name: tidy(input.name),
      customer_id: input.customerId ?? null,
      layout: JSON.stringify(input.layout),
      ...changed(actor.userId, before.version),
    })
    .where('id', '=', before.id)
    .execute()
  const was = told(before.name, await nameOf(tx, before.customer_id), readLayout(before.layout) ?? input.layout)
  const is = told(tidy(input.name), customer, input.layout)
  await recordHistory(tx, actor, 'printTemplate', before.id, 'changed', differences(was, is))
  return { version: before.version + 1 }
}

const nameOf = async (tx: Tx, customerId: number | null): Promise<string | null> => {
  if (customerId === null) return null
  const found = await sql<{ name: string }>`
    -- unscoped: the name that the template's own timeline had
    select name from company where id = ${customerId}`.execute(tx)
  return found.rows[0]?.name ?? null
}

/** Makes a template the one that is printed with; one of the product takes the company's own choice away. */
export async function makeDefault(tx: Tx, actor: Actor, ref: string): Promise<void> {
  const preset = presetOf(ref)
  const own = preset === undefined ? await lockOne(tx, Number(ref)) : undefined
  const type = preset?.type ?? own?.type ?? ''
  if (own !== undefined && !own.enabled) throw new Refusal('printing.disabled', { name: own.name })
  if (own?.is_default) return
  await lockType(tx, type)
  const customerId = own?.customer_id ?? null
  const before = await tx
    .selectFrom('print_template')
    .select(['id', 'version'])
    .where('type', '=', type)
    .where(sql`coalesce(customer_id, 0)`, '=', customerId ?? 0)
    .where('is_default', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (before !== undefined) await setDefault(tx, actor, before, false)
  if (own !== undefined) await setDefault(tx, actor, own, true)
}

async function setDefault(tx: Tx, actor: Actor, row: { id: number; version: number }, is: boolean): Promise<void> {
  await tx
    .updateTable('print_template')
    .set({ is_default: is, ...changed(actor.userId, row.version) })
    .where('id', '=', row.id)
    .execute()
  await recordHistory(tx, actor, 'printTemplate', row.id, is ? 'madeDefault' : 'noDefault')
}

/** Enables, disables or deletes, row by row; what is printed with stays. */
export async function setEach(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  set: { enabled: boolean } | { is_deleted: true },
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const row = await findLocked(tx, id)
    const goes = !('enabled' in set && set.enabled)
    if (row === undefined) report.refuse(id, String(id), notFound())
    else if (goes && row.is_default && row.customer_id === null)
      report.refuse(id, row.name, new Refusal('printing.isDefault', { name: row.name }))
    else {
      if (!('enabled' in set) || set.enabled !== row.enabled) {
        // A customer's own one may go: its papers are printed as everybody's again.
        const values = { ...set, ...(goes ? { is_default: false } : {}), ...changed(actor.userId, row.version) }
        await tx.updateTable('print_template').set(values).where('id', '=', id).execute()
        const action = 'is_deleted' in set ? 'deleted' : set.enabled ? 'enabled' : 'disabled'
        await recordHistory(tx, actor, 'printTemplate', id, action)
      }
      report.done()
    }
  }
  return report.outcomes()
}

/** One after the other: there is one default of a type and customer at any time. */
const lockType = async (tx: Tx, type: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`print template ${type}`}))`.execute(tx)
}

const findLocked = (tx: Tx, id: number): Promise<Locked | undefined> =>
  tx
    .selectFrom('print_template')
    .selectAll()
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()

async function lockOne(tx: Tx, id: number): Promise<Locked> {
  const row = Number.isSafeInteger(id) ? await findLocked(tx, id) : undefined
  if (row === undefined) throw notFound()
  return row
}
