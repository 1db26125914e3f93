import { walk } from './sources.mjs'

/** @typedef {import('./sources.mjs').Source} Source */
/**
 * A place that writes to a table. `table` is undefined where it cannot be read; `columns` are those that an update names,
 * `whole` says that it writes others besides, as every insert and every delete does.
 * @typedef {{ line: number, table: string | undefined, columns: string[], whole: boolean }} Write
 */
/** @typedef {string | { readonly owner: string, readonly columns: Readonly<Record<string, string>> }} Owner */

/** Stands in the text of a statement where a value or a part is put in. */
const hole = '\u0001'
const name = `(${hole}|"?[a-z_]\\w*"?)`
const statements = new RegExp(
  `\\b(?:(insert\\s+into|delete\\s+from(?:\\s+only)?|merge\\s+into)\\s+${name}|truncate\\s+(?:table\\s+)?([\\w\\s,]+)|` +
    `update\\s+(?:only\\s+)?${name}(?:\\s+(?:as\\s+)?[a-z]\\w*)?\\s+set\\s)`,
  'gi',
)

/**
 * What a source writes to, by Kysely, by the helpers of platform/rows.ts and in the texts of statements.
 * @param {Source} source
 * @returns {Write[]}
 */
export function writesOf(source) {
  /** @type {Write[]} */
  const found = []
  /** @type {Map<unknown, Record<string, any>>} */
  const setOf = new Map()
  const temporary = new Set([...source.text.matchAll(/create temp table (\w+)/g)].map(([, table]) => table))
  walk(source, (node, line) => {
    if (node.type === 'CallExpression') {
      const called = node.callee.property?.value ?? node.callee.value
      const [first, second] = node.arguments.map((/** @type {any} */ { expression }) => bare(expression))
      if (called === 'set') setOf.set(beginningOf(node), first)
      if (['insertInto', 'deleteFrom', 'mergeInto', 'replaceInto'].includes(called) || called === 'insertion')
        found.push({ line: line(), table: literal(first), columns: [], whole: true })
      if (called === 'updateTable') found.push({ line: line(), table: literal(first), ...columnsSet(setOf.get(node)) })
      if (called === 'insertTogether' || called === 'insertions')
        for (const table of keysOf(called === 'insertions' ? first : second))
          found.push({ line: line(), table, columns: [], whole: true })
    }
    if (node.type === 'TemplateLiteral') found.push(...inText(textOf(node), line))
    if (node.type === 'StringLiteral') found.push(...inText(node.value, line))
  })
  return found.filter(({ table }) => table === undefined || !temporary.has(table))
}

/** @param {any} node */
const literal = (node) => (node?.type === 'StringLiteral' ? node.value : undefined)

/** Without `as const` and the like. @param {any} node */
const bare = (node) => (node?.type.startsWith('Ts') ? node.expression : node)

/** Where a chain of calls begins: `tx.updateTable('a')` of `tx.updateTable('a').from('b').set({})`. @param {any} node */
function beginningOf(node) {
  let call = node.callee.object
  while (call?.type === 'CallExpression' && call.callee.property?.value !== 'updateTable') call = call.callee.object
  return call
}

/** Names that an object is given; undefined for what is spread into it. @param {any} node @returns {(string | undefined)[]} */
const keysOf = (node) =>
  node?.type === 'ObjectExpression'
    ? node.properties.map((/** @type {any} */ { type, key, value }) => (type === 'Identifier' ? value : key?.value))
    : [undefined]

/** @param {any} object */
function columnsSet(object) {
  const keys = keysOf(object)
  return { columns: keys.filter((key) => key !== undefined), whole: keys.includes(undefined) }
}

/** @param {any} node */
const textOf = (node) => node.quasis.map((/** @type {any} */ { cooked, raw }) => cooked ?? raw).join(hole)

/**
 * @param {string} text
 * @param {() => number} line
 * @returns {Write[]}
 */
function inText(text, line) {
  const sql = text.replaceAll(/--.*$|\/\*.*?\*\//gm, '')
  return [...sql.matchAll(statements)].flatMap((match) => {
    const [all, , written, emptied, updated] = match
    const place = { line: line() + sql.slice(0, match.index).split('\n').length - 1, columns: [], whole: true }
    if (emptied !== undefined) return emptied.split(',').map((table) => ({ ...place, table: table.trim() }))
    if (written !== undefined) return [{ ...place, table: named(written) }]
    return [{ ...place, table: named(updated), ...columnsIn(sql.slice(match.index + all.length)) }]
  })
}

/** @param {string | undefined} word */
const named = (word) => (word === undefined || word === hole ? undefined : word.replaceAll('"', '').toLowerCase())

/** The columns of an update, from what follows `set`. @param {string} text */
function columnsIn(text) {
  const parts = ['']
  let depth = 0
  for (const [piece] of text.matchAll(/\b(from|where|returning)\b|[\s\S]/gi)) {
    if (depth === 0 && (piece.length > 1 || piece === ')')) break
    depth += piece === '(' ? 1 : piece === ')' ? -1 : 0
    if (depth === 0 && piece === ',') parts.push('')
    else parts[parts.length - 1] += piece
  }
  const columns = parts.map((part) => /^\s*(?:\w+\.)?"?(\w+)"?\s*=/.exec(part)?.[1])
  return { columns: columns.filter((column) => column !== undefined), whole: columns.includes(undefined) }
}

/**
 * Writes to tables of others: what a module, or the platform, writes to is its own.
 * @param {Source[]} files
 * @param {Readonly<Record<string, Owner>>} owners
 * @param {readonly string[]} modules
 * @returns {string[]} `path:line: why`
 */
export function foreignWrites(files, owners, modules) {
  const isHouse = (/** @type {string} */ one) => modules.some((module) => module.startsWith(`${one}/`))
  return files.flatMap((file) => {
    const [, first = '', room] = /^server\/src\/modules\/([^/]+)(?:\/([^/]+))?/.exec(file.path) ?? []
    const writer = first === '' ? 'platform' : isHouse(first) ? `${first}/${room}` : first
    return writesOf(file).flatMap(({ line, table, columns, whole }) => {
      const place = `${file.path}:${line}: `
      // Whoever calls these two names the table.
      if (table === undefined) return file.path === 'server/src/platform/rows.ts' ? [] : [`${place}which table?`]
      const listed = owners[table]
      if (listed === undefined) return [`${place}${table} has no owner`]
      const [owner, others] = typeof listed === 'string' ? [listed, {}] : [listed.owner, listed.columns]
      const touched = new Map(columns.map((column) => [`${table}.${column}`, others[column] ?? owner]))
      if (whole) touched.set(table, owner)
      return [...touched].filter(([, its]) => its !== writer).map(([what, its]) => `${place}${what} is of ${its}`)
    })
  })
}

/**
 * The tables that migrations leave behind, by name.
 * @param {Source[]} migrations
 * @returns {string[]}
 */
export function tablesMade(migrations) {
  const tables = new Set()
  for (const { text } of migrations)
    for (const [, verb, table] of text.matchAll(/\b(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?(\w+)/gi))
      verb?.toLowerCase() === 'create' ? tables.add(table) : tables.delete(table)
  return [...tables].sort()
}
