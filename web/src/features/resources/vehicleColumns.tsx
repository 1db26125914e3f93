import { wordFor } from '@xunyun/contract/dictionary'
import type { VehicleRow } from '@xunyun/contract/resources/calls'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { orNone } from '../../shared/grid/cells.tsx'
import { columnsOf, type FlagMark } from '../../shared/grid/column.tsx'
import { Expiry, expiryColumn } from '../../shared/grid/expiry.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'

const column = columnsOf<VehicleRow>()
const hidden = { hidden: true } as const

const tones: Readonly<Record<VehicleRow['state'], Tone>> = { idle: 'green', onTask: 'blue', disabled: 'grey' }

const flagsOf = (row: VehicleRow): FlagMark[] => [
  ...(row.cold
    ? [{ tone: 'blue', mark: i18n.t('resources:vehicle.mark.cold'), title: i18n.t('resources:vehicle.cold') } as const]
    : []),
  ...(row.hazard
    ? [
        {
          tone: 'red',
          mark: i18n.t('resources:vehicle.mark.hazard'),
          title: i18n.t('resources:vehicle.hazard'),
        } as const,
      ]
    : []),
]

const sizeOf = (row: VehicleRow): string => {
  const sides = [row.lengthM, row.widthM, row.heightM]
  return sides.every((side) => side === null) ? '' : sides.map((side) => side ?? '?').join('×')
}
const temperatureOf = ({ tempMin, tempMax }: VehicleRow): string =>
  tempMin === null && tempMax === null ? '' : `${tempMin ?? ''} ~ ${tempMax ?? ''} ℃`

/** The paper that ends first, and on hover which one it is. */
function Nearest({ row }: { row: VehicleRow }) {
  const language = useLanguage()
  return (
    <Expiry
      end={row.nearestExpiry}
      label={row.nearestPaper === null ? undefined : wordFor('paper', row.nearestPaper, language)}
    />
  )
}

export const vehicleColumns: readonly Column<VehicleRow>[] = [
  column.link('plateNo', 'resources:vehicle.plateNo', { width: 96, sortKey: 'plateNo' }),
  column.flags('flags', 'resources:vehicle.flags', flagsOf, { width: 46, exportKey: null }),
  column.code('type', 'resources:vehicle.type', 'vehicleType', { width: 64, card: 'meta' }),
  column.code('model', 'resources:vehicle.model', 'vehicleModel', { width: 92, card: 'meta' }),
  column.weight('loadKg', 'resources:vehicle.loadKg', { width: 92, sortKey: 'loadKg', card: 'fact' }),
  column.volume('volumeM3', 'resources:vehicle.volumeM3', { width: 76, sortKey: 'volumeM3', card: 'fact' }),
  column.text('driverName', 'resources:vehicle.driverName', { width: 64, card: 'meta' }),
  column.text('driverPhone', 'resources:vehicle.driverPhone', { width: 108 }),
  column.text('carrierName', 'resources:vehicle.carrierName', { width: 104 }),
  column.state('state', 'resources:vehicle.state', {
    words: 'vehicleState',
    tone: (row) => tones[row.state],
    width: 76,
  }),
  column.custom({
    key: 'arrangementNo',
    title: 'resources:vehicle.arrangementNo',
    width: 128,
    render: ({ arrangementNo }) =>
      orNone(
        arrangementNo && (
          <Link to={`${pathTo('arrangeList')}?q=${encodeURIComponent(arrangementNo)}`}>{arrangementNo}</Link>
        ),
      ),
    text: (row) => row.arrangementNo ?? '',
  }),
  column.custom({
    key: 'nearestExpiry',
    title: 'resources:vehicle.nearestExpiry',
    width: 96,
    sortKey: 'nearestExpiry',
    card: 'aside',
    render: (row) => <Nearest row={row} />,
    text: (row) => row.nearestExpiry ?? '',
  }),
  column.text('trailerNo', 'resources:vehicle.trailerNo', hidden),
  column.custom({
    key: 'size',
    title: 'resources:vehicle.size',
    unit: 'ui:unit.metre',
    width: 132,
    hidden: true,
    render: (row) => orNone(sizeOf(row)),
    text: sizeOf,
  }),
  column.custom({
    key: 'temperature',
    title: 'resources:vehicle.temperature',
    hidden: true,
    render: (row) => orNone(temperatureOf(row)),
    text: temperatureOf,
  }),
  column.code('plateColor', 'resources:vehicle.plateColor', 'plateColor', { ...hidden, width: 92 }),
  column.text('owner', 'resources:vehicle.owner', { ...hidden, width: 160 }),
  column.text('licenceNo', 'resources:vehicle.licenceNo', hidden),
  expiryColumn<VehicleRow>('licenceExpiry', 'resources:vehicle.licenceExpiry', { ...hidden, width: 112 }),
  column.text('permitNo', 'resources:vehicle.permitNo', hidden),
  expiryColumn<VehicleRow>('permitExpiry', 'resources:vehicle.permitExpiry', { ...hidden, width: 112 }),
  expiryColumn<VehicleRow>('inspectionExpiry', 'resources:vehicle.inspectionExpiry', hidden),
  expiryColumn<VehicleRow>('insuranceExpiry', 'resources:vehicle.insuranceExpiry', hidden),
  column.text('remark', 'resources:vehicle.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'resources:vehicle.createdAt', { ...hidden, sortKey: 'createdAt' }),
]

/** On the page of one type the type goes without saying. */
export const columnsOfOneType = vehicleColumns.filter(({ key }) => key !== 'type')
