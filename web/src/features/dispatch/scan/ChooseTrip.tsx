import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getScanTrips, getTripScan } from '@xunyun/contract/dispatch/scan'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { api } from '../../../shared/api/api.ts'
import { NetworkError } from '../../../shared/api/errors.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { keepPage } from '../../../shared/offline/keepPage.ts'
import { FloorRows } from '../../../shared/scan/FloorRows.tsx'
import own from '../../../shared/scan/Kept.module.css'
import { keepReader } from '../../../shared/scan/keepReader.ts'
import { ScanFrame, useBand } from '../../../shared/scan/ScanFrame.tsx'
import { missingWords } from '../../../shared/scan/wordsOf.ts'
import { useSession } from '../../../shared/session/session.ts'
import { dotted, figure } from '../../../shared/ui/format.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import { hasNews, keptTrips } from './keptTrips.ts'
import { useKeptTrip } from './useKeptTrip.ts'

/** Which trip: scanned by its number, typed as plate, or chosen from those that may be loaded or unloaded here. */
export function ChooseTrip() {
  const { t } = useTranslation(['tripScan', 'scan'])
  const language = useLanguage()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const { data, error, refetch } = useQuery({
    queryKey: [getScanTrips.path],
    queryFn: ({ signal }) => api(getScanTrips, {}, { signal, quiet: true, offline: true }),
    staleTime: 0,
  })
  const [, setLooked] = useState(0)
  const look = useStable(() => {
    setLooked((count) => count + 1)
    void refetch()
  })
  useEffect(() => keepPage(keepReader), [])
  // A trip that went on without this device leaves it.
  useEffect(() => {
    const here = new Set(data?.map(({ arrangementNo }) => arrangementNo))
    for (const one of data === undefined ? [] : keptTrips.all(userId))
      if (!hasNews(one) && !here.has(one.trip.arrangementNo)) keptTrips.drop(userId, one.trip.arrangementNo)
  }, [data, userId])
  // Without the network one goes on with any trip that is on the device.
  const kept = keptTrips.all(userId).filter((one) => error instanceof NetworkError || hasNews(one))
  const go = (no: string) => void navigate(pathTo('arrangeScan', { no }), { replace: true })
  const open = async (code: string) => {
    const typed = code.toUpperCase()
    const known = [...(data ?? []), ...kept.map(({ trip }) => trip)]
    const found = known.find(({ arrangementNo, plateNo }) => arrangementNo === typed || plateNo.toUpperCase() === typed)
    if (found !== undefined) return go(found.arrangementNo)
    try {
      go((await api(getTripScan, { no: typed.slice(0, 20) }, { quiet: true, offline: true })).arrangementNo)
    } catch (failure) {
      say({ ok: false, text: missingWords(failure as Error, t('noTrip', { code })) })
    }
  }
  return (
    <ScanFrame
      band={band}
      hint={t('hint.trip')}
      onScan={(code) => void open(code)}
      keys={[{ key: 'list', label: t('list'), onClick: () => void navigate(pathTo('arrangeList')) }]}
    >
      {kept.map(
        ({ trip, acts }) =>
          acts.length > 0 && <SendKept key={trip.arrangementNo} no={trip.arrangementNo} onSent={look} />,
      )}
      {kept.length > 0 && (
        <FloorRows
          label={t('scan:kept')}
          rows={kept.map(({ trip, acts }) => ({
            key: trip.id,
            title: dotted(trip.plateNo, trip.driverName),
            small: dotted(trip.arrangementNo, acts.length > 0 && t('scan:toSend', { count: acts.length })),
            onTake: () => go(trip.arrangementNo),
          }))}
        />
      )}
      {error === null ? (
        data && (
          <FloorRows
            label={t('trips')}
            none={t('trips.none')}
            rows={data.map((trip) => ({
              key: trip.arrangementNo,
              title: dotted(trip.plateNo, trip.driverName),
              small: dotted(t(`work.${trip.work}`), trip.stop, trip.arrangementNo),
              aside: `${figure(trip.pieces)} ${wordFor('unit', 'piece', language)}`,
              onTake: () => go(trip.arrangementNo),
            }))}
          />
        )
      ) : (
        <p className={own.waiting} role="status">
          {error.message}
        </p>
      )}
    </ScanFrame>
  )
}

/** What was scanned without the network is sent as soon as there is one, whether its trip is open or not. */
function SendKept({ no, onSent }: { no: string; onSent: () => void }) {
  const { kept } = useKeptTrip(no, () => undefined)
  const waits = kept?.acts.length ?? 0
  useEffect(() => {
    if (waits === 0) onSent()
  }, [waits, onSent])
  return null
}
