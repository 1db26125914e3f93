import { isNameOfSeveral, type Region, regionByBrief, regionByCode } from '../../platform/regions.ts'
import { findRegion } from './findRegion.ts'

/** 服务区域: where the consignees live that an outlet gives out to. */

/** The codes of everything in a region begin so. */
const beginning = (code: string): string => code.replace(/(00)+$/, '')

/** As they are kept: sorted, each once, and none that lies inside another. */
export function widest(codes: readonly string[]): string[] {
  const each = [...new Set(codes)].sort()
  return each.filter((code) => !each.some((other) => other !== code && code.startsWith(beginning(other))))
}

export const isUnknown = (code: string): boolean => regionByCode(code) === undefined

/** 上海市、苏州市 吴江区: as people read them, and as a file gives them back. */
export const regionNames = (codes: readonly string[]): string =>
  codes.map((code) => regionByCode(code)?.brief ?? code).join('、')

/** Nothing may stand behind a name: without it the region would be a wider one. */
function wholly(name: string): Region | undefined {
  const found = findRegion(name)
  return found?.rest === '' ? found.region : undefined
}

/** Several regions in one cell; or the first that is not known. */
export function regionsNamed(lines: readonly string[]): { codes: string[]; unknown?: string } {
  const codes: string[] = []
  for (const part of lines.flatMap((line) => line.split(/[、,，;；]/))) {
    const name = part.trim()
    if (name === '') continue
    const region = regionByBrief(name) ?? (isNameOfSeveral(name) ? undefined : wholly(name))
    if (region === undefined) return { codes, unknown: name }
    codes.push(region.code)
  }
  return { codes }
}
