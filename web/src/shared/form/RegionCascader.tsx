import { Cascader } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Option, useRegionSearch } from './regionSearch.ts'
import { type Region, type RegionProps, regionPath } from './regions.ts'

/** antd's cascader; fetched by RegionPicker when it is reached for. */
export function RegionCascader(props: RegionProps & { open: boolean; typed: string }) {
  const { value, onChange, anyLevel, placeholder, open, typed: begin, 'aria-label': label, ...rest } = props
  const { t } = useTranslation('ui')
  const search = useRegionSearch(anyLevel === true, begin)
  const [shown, setShown] = useState(open || begin !== '')
  const onInputKeyDown = (event: KeyboardEvent) => {
    if (!search.isUnmarkedEnter(event) || search.typed === '') return
    event.preventDefault()
    event.stopPropagation()
    const first = search.first()?.at(-1)
    if (first === undefined) return
    onChange?.(first.value)
    search.setTyped('')
    setShown(false)
  }
  const path = regionPath(search.regions, value)
  return (
    <Cascader<Option>
      {...rest}
      {...search.props}
      autoFocus
      open={shown}
      onOpenChange={setShown}
      onInputKeyDown={onInputKeyDown}
      aria-label={label}
      allowClear
      changeOnSelect={anyLevel}
      placeholder={placeholder ?? t(rest.prefix === undefined ? 'form.choose' : 'list.all')}
      displayRender={(labels) => labels.join(' / ')}
      value={path.map((region: Region) => region.value)}
      onChange={(codes) => onChange?.(codes?.at(-1)?.toString())}
    />
  )
}
