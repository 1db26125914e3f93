import { useQuery } from '@tanstack/react-query'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../../shared/api/api.ts'
import { serverNow } from '../../shared/session/session.ts'
import { day } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { usePrint } from '../printing/index.ts'
import { FromOrder } from './FromOrder.tsx'
import { JustPlaced } from './JustPlaced.tsx'
import { type JustPlaced as JustPlacedOne, TaskForm } from './TaskForm.tsx'
import { freshValues, type KeptValues, pricedValues, valuesOf } from './taskValues.ts'
import { WaybillImport } from './WaybillImport.tsx'
import styles from './Waybills.module.css'

const EntryGrid = late(() => import('./entryGrid/EntryGrid.tsx').then((file) => file.EntryGrid))

/**
 * Place a waybill by keyboard, or many from Excel. `?id=` changes one, `?copy=` begins with another, `?order=` with a
 * phone order, `?view=grid` is the entry grid, `?view=import`.
 */
export default function NewWaybillPage() {
  const { t } = useTranslation('waybills')
  const [search, setSearch] = useSearchParams()
  // Raised after each placed waybill: an empty form for the next one.
  const [round, setRound] = useState(0)
  const [placed, setPlaced] = useState<JustPlacedOne | null>(null)
  const print = usePrint()
  const [kept, setKept] = useState<KeptValues>({})
  const onNext = (done: JustPlacedOne | null, left: KeptValues) => {
    setPlaced(done)
    setKept(left)
    setRound(round + 1)
    if (done?.print) print.open('waybill', [done])
  }
  const isPhone = useIsPhone()
  // The entry grid is for a keyboard and a wide window.
  const views = (['form', 'grid', 'import'] as const).filter((name) => name !== 'grid' || !isPhone)
  const view = views.find((name) => name === search.get('view')) ?? 'form'
  const id = Number(search.get('id')) || undefined
  const source = id ?? (Number(search.get('copy')) || undefined)
  const order = Number(search.get('order')) || undefined
  if (order !== undefined) return <FromOrder key={order} id={order} fresh={freshValues(day(serverNow()))} />
  return (
    <div className={styles.taskPage}>
      {id === undefined && (
        <div className={styles.views}>
          <Segmented
            value={view}
            options={views.map((name) => ({ value: name, label: t(`task.${name}`) }))}
            onChange={(next) => setSearch(next === 'form' ? {} : { view: next }, { replace: true })}
          />
        </div>
      )}
      {placed && id === undefined && view === 'form' && (
        <JustPlaced
          placed={placed}
          onPrint={print.may ? () => print.open('waybill', [placed]) : null}
          onCopy={() => setSearch({ copy: String(placed.id) }, { replace: true })}
        />
      )}
      {print.dialog}
      {id === undefined && view === 'import' ? (
        <WaybillImport />
      ) : id === undefined && view === 'grid' ? (
        <EntryGrid />
      ) : source === undefined ? (
        <TaskForm
          key={`new-${round}`}
          initial={{ ...freshValues(day(serverNow())), ...kept }}
          isNext={round > 0}
          onNext={onNext}
        />
      ) : (
        <FromWaybill
          key={`${source}-${round}`}
          source={source}
          editing={id !== undefined}
          onNext={(done, left) => {
            setSearch({}, { replace: true })
            onNext(done, left)
          }}
        />
      )}
    </div>
  )
}

function FromWaybill({
  source,
  editing,
  onNext,
}: {
  source: number
  editing: boolean
  onNext: (placed: JustPlacedOne | null, kept: KeptValues) => void
}) {
  const detail = useQuery({
    queryKey: [getWaybill.path, 'form', source],
    queryFn: ({ signal }) => api(getWaybill, { id: source, no: undefined }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // A draft's fees and services are the form's; later they are changed where the price is.
  const isDraft = editing && detail.data?.state === 'draft'
  const charges = useQuery({
    queryKey: [getWaybillCharges.path, 'form', source],
    queryFn: ({ signal }) => api(getWaybillCharges, { id: source }, { signal, quiet: true }),
    enabled: isDraft,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (detail.isError) return <LoadError error={detail.error} retry={() => void detail.refetch()} />
  if (charges.isError) return <LoadError error={charges.error} retry={() => void charges.refetch()} />
  if (!detail.data || (isDraft && !charges.data)) return <PageSkeleton />
  const initial = editing
    ? { ...valuesOf(detail.data, false), ...(charges.data ? pricedValues(charges.data) : {}) }
    : { ...valuesOf(detail.data, true), bizDate: day(serverNow()) }
  return <TaskForm initial={initial} editing={editing ? detail.data : undefined} onNext={onNext} />
}
