import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { lateModules } from './i18n.ts'

/** Texts that come late are said by their keys where nothing has fetched them; on the way of another page they are there, and nobody sees it. */

const src = join(import.meta.dirname, '../..')
const texts = new Map<string, string>()
const textOf = (file: string): string => {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}
const listed = (text: string): string[] => [...text.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
const isDoor = (file: string): boolean => file.endsWith('/index.ts')

type Way = { readonly to: string; readonly names: readonly string[] | null; readonly texts: readonly string[] }

/** Names of a clause that are there when it runs; null: all. */
function namesOf(clause: string): readonly string[] | null {
  const inside = /\{([^}]*)\}/.exec(clause)?.[1]
  if (inside === undefined) return null
  const names = inside.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '' && !name.startsWith('type ')).map((name) => name.split(' as ')[0] ?? '')
}

function waysIn(file: string, text: string): Way[] {
  const there = (path: string) => join(dirname(file), path)
  const still = [...text.matchAll(/^(?:import|export) (?!type\b)([^;'"]*?) from '(\.[^']+)'/gm)].map(
    ([, clause = '', path = '']) => ({ to: there(path), names: namesOf(clause), texts: [] }),
  )
  const late = [
    ...text.matchAll(
      /(?:withTexts\(\s*\[([^\]]*)\],\s*)?import\('(\.[^']+)'\)\)?(?:\.then\(\(file\) => file\.(\w+)\))?/g,
    ),
  ].map(([, named = '', path = '', name]) => ({ to: there(path), names: name ? [name] : null, texts: listed(named) }))
  return [...still, ...late].filter(({ to, names }) => /\.tsx?$/.test(to) && names?.length !== 0 && existsSync(to))
}

/** Of a feature's door only what is asked of it is gone through. */
function partOf(file: string, names: readonly string[] | null): string {
  const text = textOf(file)
  if (!isDoor(file) || names === null) return text
  const parts = text.split(/\n(?=export )/)
  return parts.filter((part) => names.some((name) => new RegExp(`\\b${name}\\b`).test(part))).join('\n')
}

it('every text of a page is fetched before it is said', () => {
  const missing = new Set<string>()
  const seen = new Set<string>()
  const walk = (file: string, names: readonly string[] | null, has: readonly string[]): void => {
    const key = `${file} ${isDoor(file) ? names : ''} ${has}`
    if (seen.has(key)) return
    seen.add(key)
    const text = partOf(file, names)
    for (const [, one, many = ''] of text.matchAll(/useTranslation\((?:'([^']+)'|\[([^\]]*)\])/g))
      for (const module of one === undefined ? listed(many) : [one])
        if (lateModules.includes(module as never) && !has.includes(module))
          missing.add(`${relative(src, file)} says ${module}`)
    for (const way of waysIn(file, text)) walk(way.to, way.names, [...new Set([...has, ...way.texts])].sort())
  }
  walk(join(src, 'routes.tsx'), null, [])
  expect([...missing].sort()).toEqual([])
})
