import { useTranslation } from 'react-i18next'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Card.module.css'
import { type Card, type LoadOf, toneOf } from './cards.ts'

type Props = {
  readonly card: Pick<Card, 'loadKg' | 'volumeM3'>
  readonly now: LoadOf
  /** As it would be: hatched. */
  readonly after?: LoadOf | undefined
}

/** Weight and volume against what the vehicle takes, on the fullest stretch. */
export function Bars({ card, now, after }: Props) {
  const { t } = useTranslation('board')
  return (
    <div className={styles.bars}>
      <Bar
        name={t('bar.weight')}
        unit="kg"
        places={0}
        now={{ value: now.weight, rate: now.byWeight }}
        after={after && { value: after.weight, rate: after.byWeight }}
        of={card.loadKg}
      />
      <Bar
        name={t('bar.volume')}
        unit="m³"
        places={1}
        now={{ value: now.volume, rate: now.byVolume ?? 0 }}
        after={after && { value: after.volume, rate: after.byVolume ?? 0 }}
        of={card.volumeM3}
      />
    </div>
  )
}

type Part = { readonly value: string; readonly rate: number }
type BarProps = {
  name: string
  unit: string
  places: number
  now: Part
  after: Part | undefined
  of: string | null
}

const short = (value: number, places: number) => figure(value.toFixed(places))

function Bar({ name, unit, places, now, after, of }: BarProps) {
  const rate = after?.rate ?? now.rate
  const [before, then] = [Number(now.value), Number(after?.value ?? now.value)]
  const more = Number((then - before).toFixed(places))
  const scale = (percent: number) => `${Math.min(percent, 100)}%`
  return (
    <div className={styles.bar} data-tone={of === null ? undefined : toneOf(rate)}>
      <span>{name}</span>
      <span className={styles.track} aria-hidden="true">
        {of !== null && after && after.rate > now.rate && (
          <i className={styles.hatched} data-hatched="" style={{ width: scale(after.rate) }} />
        )}
        {of !== null && <i className={styles.filled} style={{ width: scale(now.rate) }} />}
      </span>
      <span className={styles.amount}>
        {short(before, places)}
        {more > 0 && <b> +{short(more, places)}</b>} / {of === null ? '—' : figure(String(Number(of)))} {unit}
      </span>
      <span className={styles.rate}>{of === null ? '—' : `${Math.round(rate)}%`}</span>
    </div>
  )
}
