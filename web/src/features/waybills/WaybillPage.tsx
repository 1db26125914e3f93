import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { abilityTo, isAble } from '@xunyun/contract/kernel/ability'
import { getWaybill, type WaybillDetail } from '@xunyun/contract/waybills/calls'
import { paymentText } from '@xunyun/contract/waybills/payments'
import type { WaybillAction } from '@xunyun/contract/waybills/states'
import { Lock, Truck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Comments, useComments } from '../../shared/detail/Comments.tsx'
import { type DetailAction, DetailPage } from '../../shared/detail/DetailPage.tsx'
import { Files } from '../../shared/detail/Files.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { figure, money, weight } from '../../shared/ui/format.ts'
import { Empty, LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { Flags, StateTag } from '../../shared/ui/StateTag.tsx'
import { Course } from './Course.tsx'
import { flagsOf, refusedOf, signedOf, stateTone, stateWord } from './columns.tsx'
import { BasicTab, GoodsTab, TransportTab } from './detailTabs.tsx'
import { FeesTab } from './FeesTab.tsx'
import { priceTones } from './priceColumns.tsx'
import { useDoorDifference } from './useDoorDifference.ts'
import { type Actable, useWaybillActs } from './useWaybillActs.tsx'

/** Say where it is and what is next. */
export default function WaybillPage() {
  const { no = '' } = useParams()
  const { t } = useTranslation('waybills')
  const { setTitle } = useTab()
  useEffect(() => setTitle(no), [setTitle, no])
  const detail = useQuery(q(getWaybill, { no }))
  if (detail.error instanceof ApiError && detail.error.reason === 'kernel.notFound')
    return (
      <Empty title={t('detail.none', { no })}>
        <Link to={pathTo('allWayBill')}>{t('detail.toList')}</Link>
      </Empty>
    )
  if (detail.isError && !detail.data) return <LoadError error={detail.error} retry={() => void detail.refetch()} />
  if (!detail.data) return <PageSkeleton />
  return <Waybill detail={detail.data} />
}

function Waybill({ detail }: { detail: WaybillDetail }) {
  const { t } = useTranslation(['waybills', 'ui'])
  const language = useLanguage()
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const comments = useComments({ entity: 'waybill', entityId: detail.id }, !isCustomer)
  const acts = useWaybillActs()
  const next = useNextStep(detail, acts)
  const difference = useDoorDifference(detail)
  const [signed, refused] = [signedOf(detail), refusedOf(detail)]
  const share = detail.statePieces < detail.pieces && detail.state !== 'draft' && detail.state !== 'cancelled'
  return (
    <>
      <DetailPage
        title={detail.waybillNo}
        flags={<Flags of={flagsOf(detail)} />}
        tags={[
          {
            label: t('column.state'),
            tag: (
              <StateTag tone={stateTone(detail)} struck={detail.state === 'cancelled'}>
                {stateWord(detail, language)}
                {share && ` ${figure(detail.statePieces)}/${figure(detail.pieces)}`}
              </StateTag>
            ),
          },
          ...(signed === null ? [] : [{ tag: <StateTag tone="green">{signed}</StateTag> }]),
          ...(refused === null ? [] : [{ tag: <StateTag tone="red">{refused}</StateTag> }]),
          ...wentOn(detail).map(({ relation, pieces }) => ({
            tag: <StateTag tone="orange">{`${t(`relation.${relation}`)} ${figure(pieces)}`}</StateTag>,
          })),
          ...(detail.pickupCode === null
            ? []
            : [{ label: t('sign.pickupCode'), tag: <StateTag tone="orange">{detail.pickupCode}</StateTag> }]),
          ...(detail.mine
            ? [
                {
                  label: t('column.priceState'),
                  tag: (
                    <StateTag tone={priceTones[detail.priceState]}>
                      {wordFor('priceState', detail.priceState, language)}
                    </StateTag>
                  ),
                },
              ]
            : []),
          {
            label: t('column.payMethod'),
            tag: <StateTag tone="grey">{paymentText(detail, language)}</StateTag>,
          },
          ...(difference === undefined ? [] : [{ tag: <StateTag tone="orange">{difference}</StateTag> }]),
          {
            label: t('column.receiptRequirement'),
            tag: <StateTag tone="grey">{wordFor('receiptRequirement', detail.receiptRequirement, language)}</StateTag>,
          },
        ]}
        figures={[
          { label: t('column.pieces'), value: figure(detail.pieces) },
          { label: t('detail.loadKg'), value: weight(detail.weight) },
          // Elsewhere only what is to be collected at the door is anybody's business.
          detail.receivable === null
            ? { label: t('detail.toCollect'), value: money(detail.toCollect) }
            : { label: t('detail.receivable'), value: money(detail.receivable) },
        ]}
        primary={next}
        actions={otherActions(detail, acts, next)}
        shownActions={2}
        notice={<Notice detail={detail} />}
        tabs={[
          { key: 'basic', label: t('detail.basic'), content: <BasicTab detail={detail} /> },
          { key: 'goods', label: t('detail.goods'), count: detail.goods.length, content: <GoodsTab detail={detail} /> },
          ...(detail.mine ? [{ key: 'fees', label: t('detail.fees'), content: <FeesTab detail={detail} /> }] : []),
          {
            key: 'transport',
            label: t('detail.transport'),
            count: detail.legs.length,
            content: <TransportTab detail={detail} />,
          },
          {
            key: 'files',
            label: t('detail.files'),
            count: detail.files.length,
            content: <Files files={detail.files} />,
          },
          ...(isCustomer
            ? []
            : [
                {
                  key: 'talk',
                  label: t('ui:talk.title'),
                  count: comments.data?.length,
                  content: (
                    <>
                      <Comments entity="waybill" entityId={detail.id} />
                      <Attachments entity="waybill" entityId={detail.id} />
                    </>
                  ),
                },
              ]),
        ]}
        aside={<Course id={detail.id} version={detail.version} />}
        asideLabel={t('detail.course')}
      />
      {acts.dialogs}
    </>
  )
}

/** Pieces that went back or on as waybills of their own: they are neither signed nor here. */
const wentOn = ({ related }: WaybillDetail) =>
  related.filter(({ isParent, state }) => !isParent && state !== 'cancelled')

function Notice({ detail }: { detail: WaybillDetail }) {
  const { t } = useTranslation('waybills')
  if (detail.state === 'cancelled') return t('detail.cancelled', { reason: detail.cancelReason ?? '' })
  if (!detail.hold)
    return detail.pendingChange === null
      ? null
      : t('change.pending', { reason: detail.pendingChange.reason, name: detail.pendingChange.byName })
  return (
    <>
      <Lock size={14} strokeWidth={1.75} aria-hidden="true" /> {t('detail.held')}
    </>
  )
}

type Acts = ReturnType<typeof useWaybillActs>
const asActable = (detail: WaybillDetail): Actable => detail

/** The one solid button: what most people would do now, named with its pieces. */
function useNextStep(detail: WaybillDetail, acts: Acts): DetailAction | undefined {
  const { t } = useTranslation('waybills')
  const navigate = useNavigate()
  const can = (action: WaybillAction) => isAble(detail, action)
  if (can('place'))
    return { key: 'place', label: t('detail.next.place'), onClick: () => acts.run.place(asActable(detail)) }
  const there = detail.strands.reduce((sum, { pieces }) => sum + pieces, 0)
  if (can('sign'))
    return {
      key: 'sign',
      label: t('detail.next.sign', { count: there }),
      onClick: () => acts.run.sign(asActable(detail)),
    }
  const arrange = acts.arrangeAction(asActable(detail)).length > 0
  if (arrange)
    return {
      key: 'arrange',
      label: t('detail.next.arrange', { count: detail.unarranged }),
      icon: <Truck size={14} strokeWidth={1.75} />,
      onClick: () => void navigate(`${pathTo('arrangeOperate')}?waybills=${detail.id}`),
    }
  if (can('checkIn') && detail.mine)
    return { key: 'checkIn', label: t('detail.next.checkIn'), onClick: () => acts.run.checkIn(asActable(detail)) }
  return undefined
}

const order: readonly WaybillAction[] = [
  'edit',
  'changeDestination',
  'track',
  'sign',
  'refuse',
  'checkIn',
  'notifyPickup',
  'deliverInstead',
  'sendOnward',
  'readdress',
  'find',
  'hold',
  'release',
  'abandon',
  'lose',
  'undo',
  'cancel',
  'place',
]

const isFirst = <T,>(one: T, at: number, all: readonly T[]) => all.indexOf(one) === at

/** Everything the person has a right to; what is not possible now stays, with its reason. */
function otherActions(detail: WaybillDetail, acts: Acts, next: DetailAction | undefined): DetailAction[] {
  // Where goods stand at the door, refusing them is the other thing that happens.
  const atTheDoor = isAble(detail, 'refuse')
  const [first, ...others] = (atTheDoor ? (['refuse', ...order] as const) : order).filter(isFirst).flatMap((name) => {
    const ability = abilityTo(detail, name)
    if (!ability || next?.key === name) return []
    // Of a pair only the one that makes sense now.
    if (
      (name === 'hold' && detail.hold) ||
      (name === 'release' && !detail.hold) ||
      (name === 'place' && detail.state !== 'draft')
    )
      return []
    return [acts.action(name, asActable(detail), ability.reason)]
  })
  return [
    ...acts.printAction(asActable(detail)),
    ...(detail.wasSigned ? acts.epodAction(asActable(detail)) : []),
    ...(first === undefined ? [] : [first]),
    ...acts.noticeAction(asActable(detail)),
    ...acts.adjustAction(asActable(detail)),
    ...acts.caseActions(asActable(detail)),
    ...others,
  ]
}
