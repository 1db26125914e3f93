import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Resting, useReached } from './Resting.tsx'
import { type RegionProps, useRegionName } from './regions.ts'

const load = () => import('./RegionCascader.tsx')

/** A region by its six-digit code, chosen level by level or by typing a part of its name. */
export function RegionPicker(props: RegionProps) {
  const { value, placeholder, 'aria-label': label } = props
  const { t } = useTranslation('ui')
  const [reached, reach] = useReached(load)
  const text = useRegionName(value)
  if (reached === null)
    return (
      <Resting
        id={props.id}
        text={text}
        placeholder={placeholder ?? t(props.prefix === undefined ? 'form.choose' : 'list.all')}
        prefix={props.prefix}
        icon={<ChevronDown size={14} strokeWidth={1.75} />}
        style={props.style}
        disabled={props.disabled}
        label={label}
        onReach={reach}
        onNear={() => void load()}
      />
    )
  const { RegionCascader } = reached.code
  return <RegionCascader {...props} open={reached.how === 'click'} typed={reached.typed} />
}
