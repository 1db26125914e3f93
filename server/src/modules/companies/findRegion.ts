import {
  joined,
  type Region,
  type RegionNode,
  regionByCode,
  regionInAddress,
  regionTree,
} from '../../platform/regions.ts'

/** Ways people write the beginning of an address that `regionInAddress` takes only in full. */
const provinces: readonly [short: string, full: string][] = [
  ['内蒙古', '内蒙古自治区'],
  ['广西', '广西壮族自治区'],
  ['西藏', '西藏自治区'],
  ['宁夏', '宁夏回族自治区'],
  ['新疆', '新疆维吾尔自治区'],
  ['香港', '香港特别行政区'],
  ['澳门', '澳门特别行政区'],
]

type Named = { name: string; code: string }
type City = Named & { short: string; counties: readonly Named[] }
const named = ({ label, value }: RegionNode): Named => ({ name: label, code: value })

/** Province → its cities with their counties; a county right below the province counts as a city without any. */
const cities: readonly { province: string; cities: readonly City[] }[] = regionTree.map((province) => ({
  province: province.label,
  cities: (province.children ?? []).map((city) => ({
    ...named(city),
    short: city.label.replace(/(市|地区|盟)$/, ''),
    counties: (city.children ?? []).map(named),
  })),
}))

/** Counties whose name stands for one place in the whole country: 余杭区, 昆山市; 鼓楼区 does not. */
const onlyCounties = ((): ReadonlyMap<string, string> => {
  const seen = new Map<string, string[]>()
  for (const { cities: all } of cities)
    for (const city of all)
      for (const { name, code } of city.counties.length === 0 ? [city] : city.counties)
        seen.set(name, [...(seen.get(name) ?? []), code])
  return new Map(
    [...seen].flatMap(([name, [code, another]]) => (code && !another && name.length > 2 ? [[name, code]] : [])),
  )
})()

const at = (code: string, rest: string) => {
  const region = regionByCode(code)
  return region === undefined ? undefined : { region, rest }
}

/** The region at the beginning of an address as people write it, and what is left; undefined when there is none. */
export function findRegion(address: string): { region: Region; rest: string } | undefined {
  const text = inFull(address)
  const found = regionInAddress(text)
  // 浙江省义乌市…: the city between is left out, so only the county can be found.
  if (found?.region.leaf) return found
  return byShortNames(text) ?? found ?? byCounty(text)
}

function inFull(address: string): string {
  const text = address.split(/[\s,，/]+/).reduce(joined)
  const province = provinces.find(([short, full]) => text.startsWith(short) && !text.startsWith(full))
  const whole =
    province === undefined ? text : province[1] + text.slice(province[0].length).replace(/^(省|自治区|特别行政区)/, '')
  // 北京市市辖区东城区, 重庆市县…: a level that has no name of its own.
  return whole.replace(/^((?:北京|天津|上海|重庆)市)(?:市辖区|县)(?=.{2,})/, '$1')
}

/** 杭州余杭区, 浙江杭州余杭区, 浙江省义乌市. A short city counts only with its county or behind its province. */
function byShortNames(text: string): { region: Region; rest: string } | undefined {
  for (const { province, cities: all } of cities) {
    const short = province.replace(/(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/, '')
    const prefix = [province, short].find((name) => text.startsWith(name)) ?? ''
    const behind = text.slice(prefix.length)
    for (const city of all) {
      const name = [city.name, city.short].find((one) => one.length > 1 && behind.startsWith(one))
      if (name === undefined) continue
      const county = longest(city.counties, behind.slice(name.length))
      if (county !== undefined) return at(county.code, behind.slice(name.length + county.name.length))
      if (prefix !== '' && name === city.short && name !== city.name) return at(city.code, behind.slice(name.length))
    }
    if (prefix === '') continue
    const county = longest(
      all.flatMap((city) => city.counties),
      behind,
    )
    if (county !== undefined) return at(county.code, behind.slice(county.name.length))
  }
  return undefined
}

const longest = (among: readonly Named[], text: string): Named | undefined =>
  among.filter(({ name }) => text.startsWith(name)).sort((a, b) => b.name.length - a.name.length)[0]

function byCounty(text: string): { region: Region; rest: string } | undefined {
  for (let length = Math.min(12, text.length); length > 2; length -= 1) {
    const code = onlyCounties.get(text.slice(0, length))
    if (code !== undefined) return at(code, text.slice(length))
  }
  return undefined
}
