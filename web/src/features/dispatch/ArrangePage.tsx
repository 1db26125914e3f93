import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  type ArrangementDetail,
  changeArrangement,
  createArrangement,
  getArrangement,
  getDispatchVehicles,
  getWaiting,
  type WaitingRow,
} from '@xunyun/contract/dispatch/calls'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../../shared/api/api.ts'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { TabContext, useTab } from '../../shared/tabs/useTab.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { ApplicationAt, CostsTab, useSeesCosts } from '../costs/index.ts'
import styles from './Dispatch.module.css'
import { lineOfCarried, lineOfWaiting, waitingKey } from './lines.ts'
import { rowOfStop, type WantedLeg, withLines } from './stopRows.ts'
import { TripForm, type TripValues } from './TripForm.tsx'

/**
 * Make one trip: vehicle, driver, cargo. `?id=` changes one, `?waybills=1,2&type=` begins with what waits of them, `?pieces=1:outlet:7` with
 * what waits at that place alone, `?vehicle=` with a vehicle.
 */
export default function ArrangePage() {
  const [search] = useSearchParams()
  const { t } = useTranslation('dispatch')
  const id = Number(search.get('id')) || undefined
  const pieces = (search.get('pieces') ?? '').split(',').filter((one) => one !== '')
  const waybills = (search.get('waybills') ?? '')
    .split(',')
    .concat(pieces)
    .map(Number.parseFloat)
    .filter((one) => one > 0)
  const vehicle = Number(search.get('vehicle')) || undefined
  const loaded = useQuery({
    queryKey: [
      id ? getArrangement.path : getWaiting.path,
      'form',
      id,
      waybills.join(),
      pieces.join(),
      search.get('type'),
      vehicle,
    ],
    queryFn: ({ signal }) =>
      id ? changing(id, signal) : beginning({ waybills, pieces, type: search.get('type'), vehicle }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (loaded.isError) return <LoadError error={loaded.error} retry={() => void loaded.refetch()} />
  if (!loaded.data) return <PageSkeleton />
  const { values, trip } = loaded.data
  const form = (
    <TripForm
      key={`${id ?? 'new'}-${waybills.join()}-${pieces.join()}-${vehicle ?? ''}`}
      title={trip ? t('trip.title', { no: trip.arrangementNo }) : t('form.title')}
      // Begun with other waybills it is another trip, and another draft.
      name={
        id
          ? `trip-stops-${id}`
          : ['trip-stops-new', ...waybills, ...pieces, ...(vehicle ? [`vehicle${vehicle}`] : [])].join('-')
      }
      initial={values}
      trip={trip}
      {...(id ? { reload: () => changing(id) } : {})}
      call={trip ? changeArrangement : createArrangement}
      companies={getCompanyChoices}
    />
  )
  return trip ? <WithCosts trip={trip}>{form}</WithCosts> : form
}

/** A saved trip, and what it costs, as two tabs: what is typed in one stays while the other is looked at. */
function WithCosts({ trip, children }: { trip: ArrangementDetail; children: ReactNode }) {
  const { t } = useTranslation('dispatch')
  const tab = useTab()
  const [shown, setShown] = useState<'facts' | 'costs'>('facts')
  if (!useSeesCosts()) return children
  return (
    <div className={styles.tabbed}>
      <StateTabs
        label={trip.arrangementNo}
        value={shown}
        onChange={(next) => setShown(next ?? 'facts')}
        tabs={(['facts', 'costs'] as const).map((key) => ({ value: key, label: t(`tab.${key}`) }))}
      />
      <TabContext value={{ ...tab, visible: tab.visible && shown === 'facts' }}>
        <div className={styles.pane} hidden={shown !== 'facts'}>
          {children}
        </div>
      </TabContext>
      {shown === 'costs' && (
        <div className={styles.costs}>
          <CostsTab id={trip.id} />
        </div>
      )}
      <ApplicationAt />
    </div>
  )
}

type Start = { values: Partial<TripValues>; trip?: ArrangementDetail }

type Begin = {
  readonly waybills: readonly number[]
  /** What waits of them at these places alone: `waitingKey`; none: all of it. */
  readonly pieces: readonly string[]
  readonly type: string | null
  readonly vehicle: number | undefined
}

async function beginning({ waybills: ids, pieces, type, vehicle }: Begin, signal: AbortSignal): Promise<Start> {
  const [going] = vehicle === undefined ? [] : await api(getDispatchVehicles, { id: vehicle }, { signal })
  const rows = ids.length === 0 ? [] : (await api(getWaiting, { ids: [...ids], pageSize: 500 }, { signal })).rows
  const chosen = pieces.length === 0 ? rows : rows.filter((row) => pieces.includes(waitingKey(row)))
  // Of a split waybill what is due for this leg, where one is asked for and something is.
  const due = chosen.filter(({ nextLeg }) => type === null || nextLeg === type)
  const taken = (due.length > 0 && pieces.length === 0 ? due : chosen).toSorted(byPlan).map(lineOfWaiting)
  const inAnHour = new Date(Math.ceil((serverNow().getTime() + 3_600_000) / 900_000) * 900_000)
  return {
    values: {
      ...(going
        ? {
            vehicleId: going.id,
            driverId: going.driverId ?? undefined,
            carrierId: going.carrierId ?? undefined,
          }
        : {}),
      planAt: inAnHour.toISOString(),
      ...withLines([], taken, (legs as readonly (string | null)[]).includes(type) ? (type as WantedLeg) : undefined),
    },
  }
}

async function changing(id: number, signal?: AbortSignal): Promise<Start> {
  const trip = await api(getArrangement, { id }, signal ? { signal } : {})
  const given = <T,>(value: T | null): T | undefined => value ?? undefined
  const values: Partial<TripValues> = {
    vehicleId: trip.vehicleId,
    driverId: trip.driverId,
    carrierId: given(trip.carrierId),
    planAt: trip.planAt,
    sealNo: given(trip.sealNo),
    km: given(trip.km),
    remark: given(trip.remark),
    stops: trip.stops.map(rowOfStop),
    lines: trip.lines.map(({ load, unload, ...line }) => ({
      ...lineOfCarried(line),
      goods: line.goods,
      load: `stop ${load}`,
      unload: `stop ${unload}`,
    })),
  }
  return { values, trip }
}

const legs = ['pickup', 'trunk', 'shuttle', 'delivery'] as const
/** Stops are proposed in the order of the plans. */
const byPlan = (a: WaitingRow, b: WaitingRow) => (a.planAt ?? '9').localeCompare(b.planAt ?? '9')
