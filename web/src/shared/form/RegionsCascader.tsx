import { briefRegion } from '@xunyun/contract/companies/regions'
import { Cascader } from 'antd'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goOn } from './enter.ts'
import { type Option, useRegionSearch } from './regionSearch.ts'
import { type RegionsProps, regionPath } from './regions.ts'

const none: readonly string[] = []

/** antd's cascader with a tick at every level; fetched by RegionsPicker when it is reached for. */
export function RegionsCascader(props: RegionsProps & { open: boolean; typed: string }) {
  const { value, onChange, open, typed: begin, 'aria-label': label, ...rest } = props
  const { t } = useTranslation('ui')
  const search = useRegionSearch(true, begin)
  const { regions, typed, setTyped, marked, setMarked } = search
  const [shown, setShown] = useState(open || begin !== '')
  const codes = value ?? none
  const paths = useMemo(
    () =>
      codes.map((code) => {
        const path = regionPath(regions, code).map((region) => region.value)
        // One that is no longer a region stays to be seen, and to be taken off.
        return path.length === 0 ? [code] : path
      }),
    [regions, codes],
  )
  const takeFirst = () => {
    const path = search.first()?.map((region) => region.value)
    const code = path?.at(-1)
    if (path === undefined || code === undefined) return
    // What lies in one that is chosen is chosen; what lies in this one is, from now on.
    if (!path.some((above) => codes.includes(above)))
      onChange?.([...paths.filter((other) => !other.includes(code)).map((other) => other.at(-1) ?? ''), code])
    setTyped('')
  }
  const onInputKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (!search.isUnmarkedEnter(event)) {
      // The marked one is ticked by this Enter: another one goes on, and does not take it back.
      if (event.key === 'Enter' && marked) setMarked(false)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (typed !== '') return takeFirst()
    setShown(false)
    goOn(event.currentTarget)
  }
  return (
    <Cascader<Option>
      {...rest}
      {...search.props}
      multiple
      autoFocus
      open={shown}
      onOpenChange={(next) => {
        setShown(next)
        if (!next) setTyped('')
      }}
      onInputKeyDown={onInputKeyDown}
      aria-label={label}
      allowClear
      placeholder={t('form.choose')}
      displayRender={(labels) => briefRegion(labels)}
      value={paths}
      onChange={(next) => {
        setTyped('')
        onChange?.(next.map((path) => String(path.at(-1))))
      }}
    />
  )
}
