/** Stands around counties right below a province, as 海南省-自治区直辖县级行政区划: no place of its own. */
export const bracket = '直辖县级'

/**
 * What a region is called among others, no longer than it is clear: 浙江省, 苏州市 吴江区, 上海市 闵行区. A city has its name once in
 * the whole country, and so has a county right below its province. Names from the province down.
 */
export function briefRegion([province = '', city, county]: readonly string[]): string {
  if (city === undefined) return province
  if (county !== undefined) return city === bracket ? county : `${city} ${county}`
  return city === bracket || /(市|特别行政区)$/.test(province) ? `${province} ${city}` : city
}
