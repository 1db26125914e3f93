import { Cascader } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Region, type RegionProps, regionPath, useRegions } from './RegionPicker.tsx'

type Option = { value: string; label: string; children?: Option[] }

/** antd's cascader; fetched by RegionPicker when it is reached for. */
export function RegionCascader(props: RegionProps & { open: boolean }) {
  const { value, onChange, anyLevel, placeholder, open, 'aria-label': label, ...rest } = props
  const { t } = useTranslation('kit')
  const regions = useRegions(true)
  const path = regionPath(regions, value)
  return (
    <Cascader<Option>
      {...rest}
      autoFocus
      defaultOpen={open}
      aria-label={label}
      allowClear
      changeOnSelect={anyLevel}
      placeholder={placeholder ?? t(rest.prefix === undefined ? 'form.choose' : 'list.all')}
      loading={regions === undefined}
      options={(regions ?? []) as Option[]}
      showSearch={{ limit: 30 }}
      displayRender={(labels) => labels.join(' / ')}
      value={path.map((region: Region) => region.value)}
      onChange={(codes) => onChange?.(codes?.at(-1)?.toString())}
    />
  )
}
