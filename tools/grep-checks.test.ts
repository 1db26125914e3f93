import { describe, expect, it } from 'vitest'
import { scopedTables } from '../server/src/platform/scope.ts'
import { fixedWaits } from './fixed-waits.mjs'
import { places, type Source, sources } from './sources.mjs'

const code = /\.(ts|tsx|mjs|cjs)$/
const isTest = (source: Source) => /\.test\.tsx?$/.test(source.path)
const web = sources(['web/src'], code)
const server = sources(['server/src', 'server/seed'], code).filter((source) => !isTest(source))
const contract = sources(['contract/src'], code)

const isComment = (line: string) => /^\s*(\/?\*|\/\/)/.test(line)

/** `path:line: text` of the lines a pattern matches, comments left out. */
function lines(files: Source[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) && !isComment(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
}

type Node = Parameters<Parameters<typeof places>[1]>[0]
/** Every name that is read in some code: of variables and of what is taken of them; not of what is called. */
function names(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(names)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, callee, ...rest } = node as Node
  if (type === 'Identifier') return [String(value)]
  // What a function makes of money is its own affair: it is looked at where it stands.
  if (type === 'CallExpression') return names(rest.arguments)
  return Object.values(rest).flatMap(names)
}

describe('what lint cannot say', () => {
  it('the web holds Chinese in its locales and comments alone', () => {
    const files = web.filter((source) => !source.path.startsWith('web/src/locales/') && !isTest(source))
    const isText = (node: Record<string, unknown>) =>
      ['StringLiteral', 'TemplateElement', 'JSXText'].includes(String(node.type))
    const found = files.flatMap((file) =>
      places(file, (node) => isText(node) && /\p{Script=Han}/u.test(String(node.value ?? node.cooked ?? node.raw))),
    )
    expect(found).toEqual([])
  })

  it('no test puts another module in the place of one: files share them, and what is played is a server', () => {
    const tests = sources(['web', 'server', 'contract', 'e2e', 'tools'], code).filter(isTest)
    expect(lines(tests, /\bvi\.(do)?mock\(/).filter((line) => !line.startsWith('tools/grep-checks'))).toEqual([])
  })

  it('money is compared and added as exact decimals, never as floats', () => {
    // Geometry of charts and bars: nothing is reckoned with these.
    const shown = [
      'web/src/features/dispatch/Load.tsx',
      'web/src/features/dispatch/board/Bars.tsx',
      'web/src/features/prices/LivePrice.tsx',
      // What a vehicle may load, rows, sheets and pages are no money.
      'web/src/features/dispatch/TripForm.tsx',
      'web/src/features/printing/Running.tsx',
      'web/src/shared/jobs/JobLine.tsx',
      'web/src/shared/list/paging.ts',
    ]
    // Of goods, which are counted in numbers.
    const ofGoods = /^(server\/src\/modules|web\/src\/features)\/warehouse\/(receiving|shipping|ledger)\//
    // Whatever ends so is money, wherever it stands in what is turned into a number or rounded.
    const money =
      /(amount|net|tax|rate|receivable|payable|cost|balance|open|total|freight|profit|paid|reserved|refunded|allocated|collected|settled|applied|invoiced|straight|price|lack|difference|limit|owed|due|gross|margin|revenue)$/i
    const isFloat = ({ type, callee, arguments: args }: Node): boolean =>
      type === 'CallExpression' &&
      (['Number', 'parseFloat'].includes(callee.value) ||
        (callee.object?.value === 'Math' && ['round', 'floor', 'ceil'].includes(callee.property.value))) &&
      names(args).some((name) => money.test(name))
    const files = [...server, ...contract, ...web].filter(
      (source) =>
        !isTest(source) &&
        source.path.startsWith('server/seed/') === false &&
        !shown.includes(source.path) &&
        !ofGoods.test(source.path),
    )
    expect(files.flatMap((file) => places(file, isFloat))).toEqual([])
  })

  it('the server asks platform/clock.ts what time it is', () => {
    const files = server.filter((source) => source.path !== 'server/src/platform/clock.ts')
    const found = files.flatMap((file) =>
      places(file, ({ type, callee, arguments: args, object, property }) => {
        if (type === 'NewExpression') return callee.value === 'Date' && (args ?? []).length === 0
        return type === 'MemberExpression' && object.value === 'Date' && property.value === 'now'
      }),
    )
    expect(found).toEqual([])
  })

  it('a table with a scope is read through scoped(), in its owner’s queries, or for a reason that is given', () => {
    const owners = /^server\/src\/(platform\/|modules\/((warehouse|system)\/)?\w+\/(store|queries)(\.\w+)?\.ts$)/
    const readBySql = new RegExp(`\\b(from|join|only|table)\\s+"?(${scopedTables.join('|')})\\b`, 'i')
    const written = /\.(updateTable|insertInto|deleteFrom)\(/
    const files = server.filter(({ path }) => path.startsWith('server/src/') && !owners.test(path))
    const found = files.flatMap(({ path, text }) => {
      const all = text.split('\n')
      return all.flatMap((line, index) => {
        if (isComment(line) || /^\s*import /.test(line)) return []
        const statement = all.slice(index, index + 3).join('')
        // The condition of the scope stands in the same statement, or the table only lends a name to a row in scope.
        const inScope = /\b(inScope|ofOwnOutlet)\(|\b(\w+C|c)onditions(Of)?\(/.test(
          all.slice(index, index + 8).join(''),
        )
        const name = /\bjoin company\b/.test(line) && !/\bfrom (waybill|arrangement|contact)\b/.test(line)
        const readByKysely = /\bowned\(/.test(line) && !written.test(statement)
        // The reason stands above the statement, at most three lines up.
        const reason = all
          .slice(Math.max(0, index - 3), index + 1)
          .some((above) => /(\/\/|--) unscoped: \S+ \S+/.test(above))
        return (readBySql.test(line) || readByKysely) && !reason && !inScope && !name
          ? [`${path}:${index + 1}: ${line.trim()}`]
          : []
      })
    })
    expect(found).toEqual([])
  })

  it('no test waits a fixed time without a reason beside it', () => {
    const tests = sources(['contract/src', 'e2e', 'server', 'tools', 'web/src', 'web/test'], code).filter(
      ({ path }) => /\.test\.tsx?$|^(e2e|server\/test|web\/test)\//.test(path) && !path.endsWith('grep-checks.test.ts'),
    )
    expect(tests.length).toBeGreaterThan(150)
    expect(fixedWaits(tests)).toEqual([])
    const test = (text: string) => fixedWaits([{ path: 'x.test.ts', text }])
    expect(test('it(1, async () => {\n  await page.waitForTimeout(200)\n})')).toHaveLength(1)
    expect(test('it(1, async () => {\n  await sleep(200)\n})')).toHaveLength(1)
    expect(test('for (const a of b) {\n  it(1, async () => {\n    await sleep(200)\n  })\n}')).toHaveLength(1)
    expect(test('it(1, async () => {\n  while (!done)\n    await sleep(200)\n})')).toEqual([])
  })

  it('what tests share counts nothing up at the top of a module: files follow one another in a worker', () => {
    const shared = sources(['server/test', 'e2e', 'web/test'], code).filter((source) => !isTest(source))
    expect(lines(shared, /^(export )?let /)).toEqual([])
  })

  it('the web talks to its own server, and to the print service alone on this machine', () => {
    const files = web.filter((source) => !/\/print(ing)?\b/i.test(source.path) && !isTest(source))
    expect(lines(files, /localhost|127\.0\.0\.1/)).toEqual([])
  })

  it('ids in the browser come from getRandomValues: plain http has no randomUUID', () => {
    expect(lines(web, /randomUUID/)).toEqual([])
  })

  it('the contract never coerces: an empty text would become 0', () => {
    expect(lines(contract, /\bcoerce\b/)).toEqual([])
  })

  it('a place says which datum it is in: no bare pair of degrees but in kernel/position.ts', () => {
    // The rows of the database are whole numbers, WGS-84 all of them.
    const own =
      /^(contract\/src\/kernel\/position|server\/src\/platform\/schema\.devices|server\/src\/modules\/devices\/positions)\.ts$/
    const files = [...web, ...server, ...contract].filter(({ path }) => !own.test(path) && !/\.test\./.test(path))
    const bare = /\{\s*(readonly )?(lng|lat|longitude|latitude)\??:|\b(lng|lat|longitude|latitude)\??: number\b/
    expect(lines(files, bare)).toEqual([])
    expect(bare.test('type Place = { lng: string; lat: string }')).toBe(true)
  })

  it('nobody writes to the console but the start', () => {
    const files = [...web, ...server, ...contract].filter(
      ({ path }) => path !== 'server/src/main.ts' && !/\.test\./.test(path),
    )
    expect(lines(files, /\bconsole\.(log|debug|info|table)\(|\bdebugger\b/)).toEqual([])
  })

  it('nothing is left for later, and no type error is silenced without a reason', () => {
    const files = sources(
      ['contract', 'server', 'web', 'e2e', 'bench', 'tools', 'docs'],
      /\.(ts|tsx|mjs|cjs|css|md|html)$/,
    )
    const others = files.filter(({ path }) => path !== 'tools/grep-checks.test.ts')
    expect(
      lines(others, /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|@ts-expect-error\s*$|eslint-disable|\bas any\b/),
    ).toEqual([])
  })

  it('a page holds no rule of a lifecycle: what can be done comes with the record', () => {
    expect(lines(web, /\bcanStart\b|import (?!type)[^;]*\b\w+Lifecycle\b|^\s+\w+Lifecycle,$/)).toEqual([])
  })

  it('no file is longer than 600 lines', () => {
    const files = sources(['contract', 'server', 'web', 'e2e', 'bench', 'tools'], /\.(ts|tsx|mjs|cjs|css)$/)
    const long = files.map(({ path, text }) => ({ path, count: text.trimEnd().split('\n').length }))
    expect(long.filter(({ count }) => count > 600)).toEqual([])
  })
})

describe('these checks', () => {
  it('see what they look for', () => {
    const chinese = {
      path: 'x.tsx',
      text: `// 注释\nconst a = 1\n// 注释\nexport const b = <p title="运单">{a} 签收</p>\n`,
    }
    const isText = (node: Record<string, unknown>) => /\p{Script=Han}/u.test(String(node.value ?? ''))
    expect(places(chinese, isText)).toEqual([`x.tsx:4: export const b = <p title="运单">{a} 签收</p>`])
    const now = { path: 'x.ts', text: `export const a = '运'\n\nexport const b = new Date()\n` }
    expect(places(now, ({ type }) => type === 'NewExpression')).toEqual(['x.ts:3: export const b = new Date()'])
  })
})
