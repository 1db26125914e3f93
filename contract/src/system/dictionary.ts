import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { type DictionaryType, dictionary } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { outcomes } from '../kernel/list.ts'
import { flag, id, int, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from './calls.ts'

/** The company's own words for codes, and the codes it adds to open types (RT-12/dictionary, EN-01). */

const types = Object.keys(dictionary) as unknown as readonly [DictionaryType, ...DictionaryType[]]
const type = oneOf(types)

const labels = { zh: z.string(), en: z.string(), es: z.string(), ja: z.string() }

/** What every shell needs: words, order, what is offered. A type that is as it was delivered is not told. */
export const getWords = call({
  method: 'GET',
  path: '/api/Dictionary/GetWords',
  summary: "The types with words of the company's own; with the version one has, nothing when it is still that",
  audience: 'everybody',
  access: 'session',
  input: z.object({ version: optional(text(80)) }),
  output: z.strictObject({
    version: z.string(),
    types: z.nullable(
      z.record(
        z.string(),
        z.array(z.strictObject({ code: z.string(), titles: z.strictObject(labels), enabled: z.boolean() })),
      ),
    ),
  }),
})

export const entryActions = ['change', 'enable', 'disable', 'delete'] as const
export type EntryAction = (typeof entryActions)[number]
export const entryRow = z.strictObject({
  id: z.int(),
  type: z.string(),
  code: z.string(),
  ...labels,
  sort: z.int(),
  enabled: z.boolean(),
  /** Came with the product: never deleted. */
  system: z.boolean(),
  /** Records that hold the code; null where the program itself knows it. */
  used: z.nullable(z.int()),
  updatedByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.int(),
  /** What the asker may do with it; a reason where a rule forbids what the right would allow. */
  actions: abilities(entryActions),
})
export type EntryRow = z.output<typeof entryRow>

export const getDictionaryTypes = call({
  method: 'GET',
  path: '/api/Dictionary/GetDictionaryTypes',
  summary: 'The types, with how many entries each has and how many lack a translation',
  access: [browse('dictionary')],
  input: z.object({}),
  output: z.array(
    z.strictObject({ type, title: z.string(), open: z.boolean(), count: z.int(), disabled: z.int(), missing: z.int() }),
  ),
})
export const getDictionary = call({
  method: 'GET',
  path: '/api/Dictionary/GetDictionary',
  summary: 'The entries of a type, in their order',
  access: [browse('dictionary')],
  input: z.object({ type }),
  output: z.array(entryRow),
})
export const exportDictionary = call({
  method: 'GET',
  path: '/api/Dictionary/ExportDictionary',
  summary: 'The entries of a type, or of all, as an Excel file',
  access: [browse('dictionary')],
  input: z.object({ type: optional(type), columns: optional(many(text(40), 60)) }),
  output: z.strictObject({}),
  transport: 'file',
})

/** Begins with a letter or a figure; what is stored in records, so it never changes. */
const code = z
  .string('field.required')
  .check(
    z.trim(),
    z.minLength(1, 'field.required'),
    z.maxLength(40),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'settings.wordCode'),
  )
const word = text(60)
/** `id` and `version`: a change of that one; without: a new one of an open type. */
const entry = z.object({
  id: optional(id),
  version: optional(int(1, 1_000_000_000)),
  code: optional(code),
  zh: word,
  en: optional(word),
  es: optional(word),
  ja: optional(word),
})
export const saveDictionary = call({
  method: 'POST',
  path: '/api/Dictionary/SaveDictionary',
  summary: 'Change words of a type and add entries to it, all of them or none',
  access: [edit('dictionary')],
  input: z.object({ type, rows: many(entry, 500, 1) }),
  output: z.strictObject({ added: z.int(), changed: z.int() }),
  idempotent: true,
})
export const sortDictionary = call({
  method: 'POST',
  path: '/api/Dictionary/SortDictionary',
  summary: 'Put the entries of a type in this order; those not named stand behind',
  access: [edit('dictionary')],
  input: z.object({ type, ids: many(id, 1000, 1) }),
  output: z.strictObject({ moved: z.int() }),
})
export const setDictionaryEnabled = call({
  method: 'POST',
  path: '/api/Dictionary/SetDictionaryEnabled',
  summary: 'Offer entries of open types or no longer, row by row; records that hold one keep it',
  access: [approve('dictionary')],
  input: z.object({ ids: many(id, 1000, 1), enabled: flag }),
  output: outcomes,
})
export const deleteDictionary = call({
  method: 'POST',
  path: '/api/Dictionary/DeleteDictionary',
  summary: "Delete the company's own entries that no record holds, row by row",
  access: [approve('dictionary')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
export const getDictionaryHistory = call({
  method: 'GET',
  path: '/api/Dictionary/GetDictionaryHistory',
  summary: "An entry's timeline, latest first",
  access: [browse('dictionary')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
