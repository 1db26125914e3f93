import { useQuery } from '@tanstack/react-query'
import { getRegions } from '@xunyun/contract/companies/calls'
import { briefRegion } from '@xunyun/contract/companies/regions'
import type { Output } from '@xunyun/contract/kernel/call'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.ts'

export type Region = { readonly value: string; readonly label: string; readonly children?: readonly Region[] }

const aDay = 24 * 3_600_000

/** GB/T 2260 as a tree; fetched once a day, when somebody needs it. */
export function useRegions(enabled: boolean): readonly Region[] | undefined {
  const { data } = useQuery({
    queryKey: [getRegions.path],
    queryFn: ({ signal }): Promise<Output<typeof getRegions>> => api(getRegions, {}, { signal, quiet: true }),
    enabled,
    staleTime: aDay,
    gcTime: aDay,
  })
  return data
}

/** The regions from the province down to a code. */
export function regionPath(regions: readonly Region[] | undefined, code: string | null | undefined): readonly Region[] {
  if (!code) return []
  for (const region of regions ?? []) {
    if (region.value === code) return [region]
    const below = regionPath(region.children, code)
    if (below.length > 0) return [region, ...below]
  }
  return []
}

/** While the names are on their way: nobody reads a code. */
const coming = '…'

/** 浙江省 / 杭州市 / 余杭区 of a code. */
export function useRegionName(code: string | null | undefined): string {
  const regions = useRegions(Boolean(code))
  return useMemo(() => {
    if (!code) return ''
    if (regions === undefined) return coming
    return (
      regionPath(regions, code)
        .map(({ label }) => label)
        .join(' / ') || code
    )
  }, [regions, code])
}

/** 上海市、苏州市 吴江区 of several codes. */
export function useRegionNames(codes: readonly string[]): string {
  const { t } = useTranslation('ui')
  const regions = useRegions(codes.length > 0)
  return useMemo(() => {
    if (codes.length > 0 && regions === undefined) return coming
    return codes
      .map((code) => briefRegion(regionPath(regions, code).map(({ label }) => label)) || code)
      .join(t('list.separator'))
  }, [regions, codes, t])
}

export type RegionProps = {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (code: string | undefined) => void
  readonly onBlur?: () => void
  /** A province or a city is an answer too: for filters. */
  readonly anyLevel?: boolean
  readonly prefix?: ReactNode
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly style?: CSSProperties
  readonly 'aria-label'?: string
}
export type RegionsProps = Pick<RegionProps, 'id' | 'onBlur' | 'disabled' | 'aria-label'> & {
  readonly value?: readonly string[] | null
  readonly onChange?: (codes: string[]) => void
}
