import type { Output } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import { type Layout, layoutSchema } from '@xunyun/contract/printing/layout'
import { type PrintType, paperNameOf, printTypes, printTypeTitles } from '@xunyun/contract/printing/papers'
import { presetLayout, presetOf, presetPapers, presetRefs, standardRef } from '@xunyun/contract/printing/presets'
import type {
  getPrintTemplate,
  getTemplateChoices,
  PrintTemplateFilter,
  PrintTemplateRow,
} from '@xunyun/contract/printing/templates'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { printables } from './queries.ts'

/** A size as people say it. */
const sizeName = (layout: Layout): string =>
  (paperNameOf(layout.paper) ?? `${layout.paper.width}×${layout.paper.height}`).toUpperCase().replace('X', '×')

/** What a template of the product is called. */
export const presetName = (type: PrintType, layout: Layout, language: Language): string =>
  `${printTypeTitles[type][language]} ${sizeName(layout)}`

type Own = Omit<PrintTemplateRow, 'ref' | 'width' | 'height' | 'language'> & { layout: unknown }

/** The company's own that the actor may know of: of a customer's account, its own and everybody's. */
async function ownTemplates(tx: Tx, actor: Actor): Promise<Own[]> {
  const found = await sql<Own>`
    select t.id, t.type, t.name, t.customer_id as "customerId", c.name as "customerName", t.is_default as "isDefault", t.enabled,
      t.updated_at as "updatedAt", u.name as "updatedByName", t.version, t.layout
    from print_template t left join company c on c.id = t.customer_id left join app_user u on u.id = t.updated_by
    where not t.is_deleted and (t.customer_id is null or ${sql<SqlBool>`${inScope(actor, 'company', 'c')}`})
    order by t.name collate "zh-x-icu", t.id`.execute(tx)
  return found.rows
}

/** A layout as it was stored; undefined for one that another release wrote and this one can't read. */
export function readLayout(stored: unknown): Layout | undefined {
  const parsed = z.safeParse(layoutSchema, stored)
  return parsed.success ? parsed.data : undefined
}

/** All templates: those of the product, then the company's. */
async function everyTemplate(tx: Tx, actor: Actor): Promise<(PrintTemplateRow & { layout: Layout })[]> {
  const own = await ownTemplates(tx, actor)
  const presets = presetRefs.flatMap((ref) => {
    const preset = presetOf(ref)
    if (preset === undefined) return []
    const { type, layout } = preset
    const taken = own.some(
      (one) => one.type === type && one.customerId === null && one.isDefault && readLayout(one.layout) !== undefined,
    )
    return {
      ref,
      id: 0,
      type,
      name: presetName(type, layout, actor.language),
      ...layout.paper,
      language: layout.language,
      customerId: null,
      customerName: null,
      isDefault: !taken && ref === standardRef(type),
      enabled: true,
      updatedAt: null,
      updatedByName: null,
      version: 0,
      layout,
    }
  })
  return [
    ...presets,
    ...own.map((one) => {
      const layout = readLayout(one.layout)
      // One that can't be read is not printed with; it may be laid out anew, from the product's.
      const shown = layout ?? presetLayout(one.type, presetPapers[one.type][0] ?? 'a4')
      const enabled = one.enabled && layout !== undefined
      return { ...one, enabled, ref: String(one.id), ...shown.paper, language: shown.language, layout: shown }
    }),
  ]
}

const bare = ({ layout: _, ...row }: PrintTemplateRow & { layout: Layout }): PrintTemplateRow => row

const matches = (filter: PrintTemplateFilter) => (row: PrintTemplateRow) => {
  const q = filter.q?.toLowerCase()
  return (
    (filter.own === undefined || row.id > 0 === filter.own) &&
    (q === undefined || row.name.toLowerCase().includes(q) || (row.customerName ?? '').toLowerCase().includes(q))
  )
}

export async function listTemplates(
  tx: Tx,
  actor: Actor,
  filter: PrintTemplateFilter & { sort?: 'name' | undefined; dir?: 'asc' | 'desc' | undefined },
): Promise<{ rows: PrintTemplateRow[]; next: null }> {
  const rows = (await everyTemplate(tx, actor))
    .filter(matches(filter))
    .filter(({ type }) => filter.tab === undefined || type === filter.tab)
    .map(bare)
  if (filter.sort === 'name') rows.sort((a, b) => a.name.localeCompare(b.name, 'zh') * (filter.dir === 'desc' ? -1 : 1))
  return { rows, next: null }
}

export async function totalTemplates(tx: Tx, actor: Actor, filter: PrintTemplateFilter) {
  const rows = (await everyTemplate(tx, actor)).filter(matches(filter))
  const tabs = Object.fromEntries(printTypes.map((type) => [type, rows.filter((row) => row.type === type).length]))
  return {
    count: filter.tab === undefined ? rows.length : (tabs[filter.tab] ?? 0),
    tabs: { all: rows.length, ...tabs },
  }
}

export async function templateOf(tx: Tx, actor: Actor, ref: string): Promise<Output<typeof getPrintTemplate>> {
  const row = (await everyTemplate(tx, actor)).find((one) => one.ref === ref)
  if (row === undefined) throw new Refusal('printing.noTemplate')
  return row
}

type Chosen = { readonly ref: string; readonly name: string; readonly layout: Layout }
/** Which template a document is printed with: the one asked for, else its customer's, else the company's, else the product's. */
export type Choose = (customerId: number | null) => Chosen

export async function chooser(
  tx: Tx,
  actor: Actor,
  type: PrintType,
  asked: string | null | undefined,
): Promise<Choose> {
  const rows = (await everyTemplate(tx, actor)).filter((row) => row.type === type && row.enabled)
  if (asked !== undefined && asked !== null) {
    const row = rows.find(({ ref }) => ref === asked)
    if (row === undefined) throw new Refusal('printing.noTemplate')
    return () => row
  }
  const defaults = new Map(rows.filter(({ isDefault }) => isDefault).map((row) => [row.customerId, row]))
  const standard = defaults.get(null)
  return (customerId) => {
    const row = (customerId === null ? undefined : defaults.get(customerId)) ?? standard
    if (row === undefined) throw new Refusal('printing.noTemplate')
    return row
  }
}

/** What the dialog offers: templates for everybody and those of the document's customer, the one that holds first. */
export async function templateChoices(
  tx: Tx,
  actor: Actor,
  input: { type: PrintType; id?: number | undefined },
): Promise<Output<typeof getTemplateChoices>> {
  const record =
    input.id === undefined ? undefined : (await printables(tx, actor, input.type, [input.id])).get(input.id)
  const customerId = record?.customerId ?? null
  const chosen = (await chooser(tx, actor, input.type, null))(customerId)
  return (await everyTemplate(tx, actor))
    .filter(
      (row) => row.type === input.type && row.enabled && (row.customerId === null || row.customerId === customerId),
    )
    .map(({ ref, name, width, height, customerName }) => ({
      ref,
      name,
      width,
      height,
      customerName,
      chosen: ref === chosen.ref,
    }))
    .sort((a, b) => Number(b.chosen) - Number(a.chosen))
}
