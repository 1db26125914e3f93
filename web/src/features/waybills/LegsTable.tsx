import { wordFor } from '@xunyun/contract/dictionary'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import { stateWords } from '@xunyun/contract/dispatch/states'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type LinesColumn, LinesTable } from '../../shared/detail/LinesTable.tsx'
import { Route } from '../../shared/grid/column.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, figure } from '../../shared/ui/format.ts'
import { StateTag, type Tone } from '../../shared/ui/StateTag.tsx'

/** Under way is blue. */
const legTones: Record<string, Tone> = {
  new: 'grey',
  done: 'green',
  signed: 'green',
  settled: 'green',
  refused: 'orange',
  returned: 'grey',
}

type Leg = WaybillDetail['legs'][number]
const numberWords = [
  ['courier', 'dispatch:column.courierNo'],
  ['line', 'dispatch:column.carrierNo'],
] as const

/** Leg by leg: what carried the pieces, from where to where, and when. */
export function LegsTable({ legs }: { legs: readonly Leg[] }) {
  const { t } = useTranslation(['waybills', 'dispatch'])
  const language = useLanguage()
  // Whose number it is says the head; most waybills go by vehicle alone.
  const numbers = numberWords.filter(([kind]) => legs.some((leg) => leg.kind === kind && leg.carrierNo !== null))
  return (
    <LinesTable
      label={t('detail.transport')}
      rows={legs}
      keyOf={(leg) => `${leg.arrangementNo}-${leg.fromName}`}
      columns={[
        [
          t('dispatch:column.tripNo'),
          ({ kind, arrangementId, arrangementNo }) =>
            arrangementId > 0 ? <Link to={arrangementPath(kind, arrangementId)}>{arrangementNo}</Link> : arrangementNo,
        ],
        [
          t('dispatch:column.type'),
          ({ kind, type }) =>
            type === null ? wordFor('arrangementKind', kind, language) : wordFor('arrangementType', type, language),
        ],
        [
          t('dispatch:column.tripState'),
          ({ kind, state, swappedTo }) =>
            swappedTo === null ? (
              <StateTag tone={legTones[state] ?? 'blue'}>{wordFor(stateWords[kind], state, language)}</StateTag>
            ) : (
              <StateTag tone="orange">{t('track.swappedTo', { trip: swappedTo })}</StateTag>
            ),
        ],
        [t('dispatch:column.carriedBy'), (leg) => leg.plateNo ?? leg.carrierName],
        [t('dispatch:column.driver'), (leg) => [leg.driverName, leg.driverPhone].filter(Boolean).join(' ') || null],
        ...numbers.map(
          ([kind, key]): LinesColumn<Leg> => [t(key), (leg) => (leg.kind === kind ? leg.carrierNo : null)],
        ),
        [t('dispatch:column.leg'), (leg) => <Route from={leg.fromName} to={leg.toName} />],
        [t('column.pieces'), (leg) => figure(leg.pieces), 'right'],
        [t('dispatch:column.departAt'), ({ departAt }) => departAt && dateTime(departAt)],
        [t('dispatch:column.arriveAt'), ({ arriveAt }) => arriveAt && dateTime(arriveAt)],
      ]}
    />
  )
}
