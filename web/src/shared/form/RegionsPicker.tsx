import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Resting, useReached } from './Resting.tsx'
import { type RegionsProps, useRegionNames } from './regions.ts'

const load = () => import('./RegionsCascader.tsx')
const none: readonly string[] = []

/** Several regions of any level by their six-digit codes: one that is chosen whole stands for all within it. */
export function RegionsPicker(props: RegionsProps) {
  const { t } = useTranslation('ui')
  const [reached, reach] = useReached(load)
  const text = useRegionNames(props.value ?? none)
  if (reached === null)
    return (
      <Resting
        id={props.id}
        text={text}
        placeholder={t('form.choose')}
        icon={<ChevronDown size={14} strokeWidth={1.75} />}
        disabled={props.disabled}
        label={props['aria-label']}
        onReach={reach}
        onNear={() => void load()}
      />
    )
  const { RegionsCascader } = reached.code
  return <RegionsCascader {...props} open={reached.how === 'click'} typed={reached.typed} />
}
