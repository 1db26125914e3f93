import { useQuery } from '@tanstack/react-query'
import { getWaiting } from '@xunyun/contract/dispatch/calls'
import { changeSpecial, createSpecial, getSpecial, type SpecialDetail } from '@xunyun/contract/dispatch/special'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../../../shared/api/api.ts'
import { useSession } from '../../../shared/session/session.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { lineOfCarried, lineOfWaiting, regionOf, waitingKey } from '../lines.ts'
import { SpecialForm, type SpecialValues } from './SpecialForm.tsx'

/** Hand pieces to a line carrier. `?id=` changes one that has not been handed over, `?pieces=1:outlet:7` begins with what waits there. */
export default function SpecialPage() {
  const [search] = useSearchParams()
  const { t } = useTranslation('handedOut')
  const outletId = useSession(({ userInfo }) => userInfo?.outletId ?? undefined)
  const id = Number(search.get('id')) || undefined
  const pieces = (search.get('pieces') ?? '').split(',').filter((one) => one !== '')
  const loaded = useQuery({
    queryKey: [id ? getSpecial.path : getWaiting.path, 'form', id, pieces.join()],
    queryFn: ({ signal }) => (id ? changing(id, signal) : beginning(pieces, outletId, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (loaded.isError) return <LoadError error={loaded.error} retry={() => void loaded.refetch()} />
  if (!loaded.data) return <PageSkeleton />
  const { values, special } = loaded.data
  return (
    <SpecialForm
      key={`${id ?? 'new'}-${pieces.join()}`}
      title={special ? t('special.titleOf', { no: special.arrangementNo }) : t('special.title')}
      // Begun with other pieces it is another one, and another draft.
      name={id ? `special-${id}` : ['special-new', ...pieces].join('-')}
      initial={values}
      special={special}
      call={special ? changeSpecial : createSpecial}
      {...(id ? { reload: () => changing(id) } : {})}
    />
  )
}

type Start = { values: Partial<SpecialValues>; special?: SpecialDetail }

async function beginning(keys: readonly string[], outletId: number | undefined, signal: AbortSignal): Promise<Start> {
  const ids = [...new Set(keys.map(Number.parseFloat))]
  const rows = ids.length === 0 ? [] : (await api(getWaiting, { ids, pageSize: 500 }, { signal })).rows
  const chosen = rows.filter((row) => keys.includes(waitingKey(row)))
  const [first] = chosen
  const destinations = new Set(chosen.map(({ destOutletId }) => destOutletId))
  const [to] = destinations
  const from = first === undefined ? outletId : first.fromPlace === 'outlet' ? first.fromId : undefined
  const isOurs = destinations.size === 1 && to != null && to !== from
  const lines = chosen
    .filter((row) => row.fromPlace === first?.fromPlace && row.fromId === first.fromId)
    .map(lineOfWaiting)
  const region = regionOf(lines)
  return {
    values: {
      ...(from === undefined ? {} : { fromOutletId: from }),
      ends: isOurs ? 'outlet' : 'door',
      ...(isOurs ? { toOutletId: to } : {}),
      ...(region === undefined ? {} : { toRegion: region }),
      lines,
    },
  }
}

async function changing(id: number, signal?: AbortSignal): Promise<Start> {
  const special = await api(getSpecial, { id }, signal ? { signal } : {})
  const given = <T,>(value: T | null): T | undefined => value ?? undefined
  const values: Partial<SpecialValues> = {
    carrierId: special.carrierId,
    carrierNo: given(special.carrierNo),
    fromOutletId: given(special.fromOutletId),
    ends: special.ends,
    toOutletId: given(special.toOutletId),
    toRegion: given(special.toRegion),
    station: given(special.station),
    onNotice: special.onNotice,
    expectAt: given(special.expectAt),
    receiptCopies: given(special.receiptCopies),
    remark: given(special.remark),
    lines: special.lines.map(lineOfCarried),
  }
  return { values, special }
}
