import { useInfiniteQuery } from '@tanstack/react-query'
import { type BindingRow, getBindingTrack } from '@xunyun/contract/devices/bindings'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { type LinesColumn, LinesTable } from '../../shared/detail/LinesTable.tsx'
import { useIsCustomer } from '../../shared/session/session.ts'
import { dateTime } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { Battery, placeOf } from './cells.tsx'

/** 轨迹: where a device was while it was bound, latest first; a customer reads the cities. */
export function TrackSheet({ binding, onClose }: { binding: BindingRow; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const isCustomer = useIsCustomer()
  const track = useInfiniteQuery({
    queryKey: [getBindingTrack.path, binding.id],
    queryFn: ({ pageParam, signal }) =>
      api(getBindingTrack, { id: binding.id, before: pageParam }, { signal, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
  const rows = track.data?.pages.flatMap((page) => page.rows)
  const title = t('track.title', { no: binding.deviceNo })
  return (
    <Sheet title={title} width={640} onClose={onClose}>
      {track.error && <LoadError error={track.error} retry={() => void track.refetch()} />}
      {rows && (
        <LinesTable
          label={title}
          rows={rows}
          keyOf={({ at }) => at}
          none={t('track.none')}
          columns={[
            [t('track.at'), ({ at }) => dateTime(at)],
            [t('track.place'), placeOf],
            ...(isCustomer
              ? []
              : ([
                  [t('track.speed'), ({ speed }) => speed, 'right'],
                  [t('device.battery'), ({ battery }) => <Battery percent={battery} />, 'right'],
                  [t('track.source'), ({ byHand }) => t(byHand ? 'track.byHand' : 'track.platform')],
                ] satisfies LinesColumn<(typeof rows)[number]>[])),
          ]}
        />
      )}
      {track.hasNextPage && (
        <Button loading={track.isFetchingNextPage} onClick={() => void track.fetchNextPage()}>
          {t('track.more')}
        </Button>
      )}
    </Sheet>
  )
}
