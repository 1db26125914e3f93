import { tidy } from '@xunyun/contract/kernel/text'
import { itemsOf, type Layout } from '@xunyun/contract/printing/layout'
import { presetOf } from '@xunyun/contract/printing/presets'
import type * as calls from '@xunyun/contract/printing/templates'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { locking, type Setting, setMasters } from '../../platform/masters.ts'
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

export const addPrintTemplate: Act<typeof calls.addPrintTemplate> = async ({ tx, actor }, input) => {
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

export const changePrintTemplate: Act<typeof calls.changePrintTemplate> = async ({ tx, actor }, input) => {
  checkLayout(input.layout)
  const before = await lockTemplate(tx, actor, input.id)
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
export const setDefaultPrintTemplate: Act<typeof calls.setDefaultPrintTemplate> = async ({ tx, actor }, { ref }) => {
  const preset = presetOf(ref)
  const own = preset === undefined ? await lockTemplate(tx, actor, Number(ref)) : undefined
  const type = preset?.type ?? own?.type ?? ''
  if (own !== undefined && !own.enabled) throw new Refusal('printing.disabled', { name: own.name })
  if (own?.is_default) return {}
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
  return {}
}

async function setDefault(tx: Tx, actor: Actor, row: { id: number; version: number }, is: boolean): Promise<void> {
  await tx
    .updateTable('print_template')
    .set({ is_default: is, ...changed(actor.userId, row.version) })
    .where('id', '=', row.id)
    .execute()
  await recordHistory(tx, actor, 'printTemplate', row.id, is ? 'madeDefault' : 'noDefault')
}

/** What is printed with stays. */
function setTemplates(asked: Asked, ids: readonly number[], set: Setting) {
  const goes = set.enabled !== true
  return setMasters(asked, ids, set, {
    entity: 'printTemplate',
    lock: lockTemplates,
    no: ({ name }) => name,
    objection: ({ name, is_default, customer_id }) =>
      goes && is_default && customer_id === null ? new Refusal('printing.isDefault', { name }) : undefined,
    write: ({ id }, values) =>
      asked.tx
        .updateTable('print_template')
        // A customer's own one may go: its papers are printed as everybody's again.
        .set({ ...values, ...(goes ? { is_default: false } : {}) })
        .where('id', '=', id)
        .execute(),
  })
}
export const setPrintTemplatesEnabled: Act<typeof calls.setPrintTemplatesEnabled> = (asked, { ids, enabled }) =>
  setTemplates(asked, ids, { enabled })
export const deletePrintTemplates: Act<typeof calls.deletePrintTemplates> = (asked, { ids }) =>
  setTemplates(asked, ids, { is_deleted: true })

/** One after the other: there is one default of a type and customer at any time. */
const lockType = async (tx: Tx, type: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`print template ${type}`}))`.execute(tx)
}

const lockTemplates = locking('print_template')

async function lockTemplate(tx: Tx, actor: Actor, id: number): Promise<Locked> {
  const row = Number.isSafeInteger(id) ? (await lockTemplates(tx, actor, [id])).get(id) : undefined
  if (row === undefined) throw notFound()
  return row
}
