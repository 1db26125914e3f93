import { Cascader } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchSpelling, useFits } from './fits.ts'
import { type Region, type RegionProps, regionPath, useRegions } from './regions.ts'

type Option = { value: string; label: string; children?: Option[] }

/** The first, in their order, that is an answer and fits. */
function firstOf(
  options: readonly Option[],
  anyLevel: boolean,
  isWanted: (path: readonly Option[]) => boolean,
  above: readonly Option[] = [],
): string | undefined {
  for (const option of options) {
    const path = [...above, option]
    const below = option.children ?? []
    if ((anyLevel || below.length === 0) && isWanted(path)) return option.value
    const found = firstOf(below, anyLevel, isWanted, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** antd's cascader; fetched by RegionPicker when it is reached for. */
export function RegionCascader(props: RegionProps & { open: boolean }) {
  const { value, onChange, anyLevel, placeholder, open, 'aria-label': label, ...rest } = props
  const { t } = useTranslation('ui')
  const regions = useRegions(true)
  const fits = useFits()
  const [shown, setShown] = useState(open)
  const [typed, setTyped] = useState('')
  // Until an arrow key marks another, Enter takes the first that fits.
  const [marked, setMarked] = useState(false)
  const matches = (path: readonly Option[], words: string): boolean =>
    fits(
      path.map((one) => one.label),
      words,
    )
  const onInputKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) setMarked(true)
    if (event.key !== 'Enter' || typed === '' || marked || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    const first = firstOf((regions ?? []) as Option[], anyLevel === true, (way) => matches(way, typed))
    if (first === undefined) return
    onChange?.(first)
    setTyped('')
    setShown(false)
  }
  const path = regionPath(regions, value)
  return (
    <Cascader<Option>
      {...rest}
      autoFocus
      open={shown}
      onOpenChange={setShown}
      onInputKeyDown={onInputKeyDown}
      aria-label={label}
      allowClear
      changeOnSelect={anyLevel}
      placeholder={placeholder ?? t(rest.prefix === undefined ? 'form.choose' : 'list.all')}
      loading={regions === undefined}
      options={(regions ?? []) as Option[]}
      onFocus={fetchSpelling}
      showSearch={{
        limit: 30,
        filter: (words, path) => matches(path, words),
        searchValue: typed,
        onSearch: (words) => {
          setTyped(words)
          setMarked(false)
        },
      }}
      displayRender={(labels) => labels.join(' / ')}
      value={path.map((region: Region) => region.value)}
      onChange={(codes) => onChange?.(codes?.at(-1)?.toString())}
    />
  )
}
