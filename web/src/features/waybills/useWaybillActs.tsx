import { isAble } from '@xunyun/contract/kernel/ability'
import { getEpod } from '@xunyun/contract/signedReceipts/epod'
import { setKeyWaybills } from '@xunyun/contract/watch/calls'
import {
  cancelWaybills,
  holdWaybill,
  placeWaybills,
  releaseWaybill,
  undoWaybill,
  type WaybillDetail,
  type WaybillRow,
} from '@xunyun/contract/waybills/calls'
import { deliverInstead, notifyPickup } from '@xunyun/contract/waybills/pickup'
import { isOver, type WaybillAction } from '@xunyun/contract/waybills/states'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, pathTo } from '../../paths.ts'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../shared/action/useAction.ts'
import { useBatch } from '../../shared/action/useBatch.ts'
import { download } from '../../shared/api/download.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { usePrint } from '../printing/index.ts'
import { asksNotice } from './asksNotice.ts'
import type { OnwardKind } from './onward/OnwardDrawer.tsx'

const CheckInDialog = late(() => import('./CheckInDialog.tsx').then((file) => file.CheckInDialog))
const SignDrawer = late(() => import('./SignDrawer.tsx').then((file) => file.SignDrawer))
const SignEach = late(() => import('./SignDrawer.tsx').then((file) => file.SignEach))
const RefuseDrawer = late(() => import('./RefuseDrawer.tsx').then((file) => file.RefuseDrawer))
const UndoDialog = late(() => import('./UndoDialog.tsx').then((file) => file.UndoDialog))
const DestinationDrawer = late(() => import('./DestinationDrawer.tsx').then((file) => file.DestinationDrawer))
const OnwardDrawer = late(() => import('./onward/OnwardDrawer.tsx').then((file) => file.OnwardDrawer))
const TrackDrawer = late(() => import('./TrackDrawer.tsx').then((file) => file.TrackDrawer))

/** What the acts need to know of a waybill: a row of the list, or its detail. */
export type Actable = Pick<
  WaybillRow,
  'id' | 'waybillNo' | 'state' | 'hold' | 'unarranged' | 'version' | 'actions' | 'pieces'
> &
  Partial<
    Pick<
      WaybillDetail,
      | 'undoesRefusal'
      | 'pickupCode'
      | 'consigneeName'
      | 'consigneeCity'
      | 'consigneeAddress'
      | 'priceState'
      | 'mine'
      | 'customerId'
      | 'shipperName'
      | 'invoicing'
      | 'noEpod'
    >
  >

/** All of it, as its state says, or a part for which a code was issued. */
const awaitsPickup = (row: Actable): boolean => row.state === 'awaitingPickup' || Boolean(row.pickupCode)

type Asking =
  | { readonly kind: 'cancel'; readonly rows: readonly Actable[] }
  | { readonly kind: 'deliverInstead'; readonly rows: readonly Actable[] }
  | { readonly kind: 'undo'; readonly row: Actable }
  | { readonly kind: 'hold' | 'release'; readonly row: Actable }
  | { readonly kind: 'sign' | 'refuse' | 'changeDestination'; readonly row: Actable }
  | { readonly kind: 'onward'; readonly what: OnwardKind; readonly row: Actable }
  | { readonly kind: 'signEach'; readonly ids: readonly number[] }
  | { readonly kind: 'track'; readonly rows: readonly Actable[] }
  | { readonly kind: 'setKey'; readonly rows: readonly Actable[] }
  | { readonly kind: 'checkIn'; readonly rows: readonly Actable[] }

const refresh = ['/api/Waybills/', '/api/Dispatch/']

type Billable = Pick<WaybillDetail, 'waybillNo'> &
  Partial<Pick<WaybillDetail, 'customerId' | 'shipperName' | 'invoicing' | 'priceState'>>

/** 开票申请 of waybills of one customer, or of one walk-in: where all of them can be applied for, and the form takes as many by their numbers. */
export const invoicePathOf = (rows: readonly Billable[]): string | undefined => {
  const [first] = rows
  const fits = ({ invoicing, priceState, customerId, shipperName }: Billable) =>
    priceState === 'confirmed' &&
    (invoicing === 'unapplied' || invoicing === 'partial') &&
    customerId === first?.customerId &&
    (customerId !== null || shipperName === first?.shipperName)
  return first && rows.length <= 500 && rows.every(fits)
    ? paths.invoice({ customerId: first.customerId, numbers: rows.map(({ waybillNo }) => waybillNo) })
    : undefined
}

/** Everything that can be done to waybills, for the list and for the detail alike, with the dialogs that go with it. */
export function useWaybillActs() {
  const { t } = useTranslation('waybills')
  const navigate = useNavigate()
  const print = usePrint()
  const mayArrange = useRight('arrangeOperate').edit
  const mayCreate = useRight('taskList').edit
  const mayAdjust = useRight('incOrDec').edit
  const mayMark = useRight('keyPiecesList').edit
  const mayOpen = { abnormalList: useRight('abnormalList').edit, complaintList: useRight('complaintList').edit }
  const mayInvoice = useRight('billApply').edit
  const [asking, setAsking] = useOpen<Asking>()
  const close = () => setAsking(null)
  const place = useBatch(placeWaybills, { title: t('done.place'), refresh })
  const notify = useBatch(notifyPickup, { title: t('done.notifyPickup'), refresh })
  const instead = useBatch(deliverInstead, { title: t('done.deliverInstead'), refresh })
  const cancel = useBatch(cancelWaybills, { title: t('done.cancel'), refresh })
  const setKey = useBatch(setKeyWaybills, { title: t('done.setKey'), refresh: [...refresh, '/api/Watch/'] })
  const undo = useAction(undoWaybill, { success: t('done.undo'), refresh })
  const hold = useAction(holdWaybill, { success: t('done.hold'), refresh })
  const release = useAction(releaseWaybill, { success: t('done.release'), refresh })
  // A refusal has been shown by the time it arrives here.
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)

  const arrange = (rows: readonly Actable[]) =>
    void navigate(`${pathTo('arrangeOperate')}?waybills=${rows.map(({ id }) => id).join(',')}`)
  const edit = (row: Actable) => void navigate(`${pathTo('taskList')}?id=${row.id}`)
  const copy = (row: Actable) => void navigate(`${pathTo('taskList')}?copy=${row.id}`)

  const run: Record<WaybillAction, (row: Actable) => void> = {
    edit,
    place: (row) => quietly(place.run({ ids: [row.id] }, { no: row.waybillNo })),
    changeDestination: (row) => setAsking({ kind: 'changeDestination', row }),
    checkIn: (row) => setAsking({ kind: 'checkIn', rows: [row] }),
    notifyPickup: (row) => quietly(notify.run({ ids: [row.id] }, { no: row.waybillNo })),
    deliverInstead: (row) => setAsking({ kind: 'deliverInstead', rows: [row] }),
    sign: (row) => setAsking({ kind: 'sign', row }),
    refuse: (row) => setAsking({ kind: 'refuse', row }),
    hold: (row) => setAsking({ kind: 'hold', row }),
    release: (row) => setAsking({ kind: 'release', row }),
    track: (row) => setAsking({ kind: 'track', rows: [row] }),
    sendOnward: (row) => setAsking({ kind: 'onward', what: 'sendOnward', row }),
    readdress: (row) => setAsking({ kind: 'onward', what: 'readdress', row }),
    abandon: (row) => setAsking({ kind: 'onward', what: 'abandon', row }),
    lose: (row) => setAsking({ kind: 'onward', what: 'lose', row }),
    find: (row) => setAsking({ kind: 'onward', what: 'find', row }),
    cancel: (row) => setAsking({ kind: 'cancel', rows: [row] }),
    undo: (row) => setAsking({ kind: 'undo', row }),
  }
  const labelOf = (name: WaybillAction, row: Actable): string => {
    if (name === 'edit' && row.state === 'draft') return t('act.continue')
    return name === 'undo' && row.undoesRefusal ? t('act.undoRefusal') : t(`act.${name}`)
  }
  const action = (name: WaybillAction, row: Actable, refused?: string | null): RowAction => ({
    key: name,
    label: labelOf(name, row),
    onClick: () => run[name](row),
    danger: name === 'cancel' || name === 'undo' || name === 'abandon' || name === 'lose',
    refused,
  })
  const arrangeAction = (row: Actable): RowAction[] =>
    mayArrange && row.unarranged > 0 ? [{ key: 'arrange', label: t('act.arrange'), onClick: () => arrange([row]) }] : []

  /** What the customer agreed to changes by an adjustment alone. */
  const adjustAction = ({ waybillNo, state, priceState, mine }: Actable): RowAction[] =>
    mayAdjust && mine && priceState === 'confirmed' && state !== 'cancelled'
      ? [
          {
            key: 'adjust',
            label: t('act.adjust'),
            onClick: () => void navigate(paths.adjust(waybillNo)),
          },
        ]
      : []

  const invoiceAction = (rows: readonly Actable[]): RowAction[] => {
    const to = mayInvoice ? invoicePathOf(rows) : undefined
    return to ? [{ key: 'invoice', label: t('act.invoice'), onClick: () => void navigate(to) }] : []
  }

  /** What went wrong with it, and who complains about it. */
  const caseActions = ({ waybillNo, state }: Actable): RowAction[] =>
    (['abnormalList', 'complaintList'] as const).flatMap((page) =>
      mayOpen[page] && state !== 'draft' && state !== 'cancelled'
        ? [{ key: page, label: t(`act.${page}`), onClick: () => void navigate(paths.newCase(page, waybillNo)) }]
        : [],
    )

  /** Watched more closely, as long as something of it is under way. */
  const isLive = ({ state }: Actable) => !isOver(state) && state !== 'draft' && state !== 'cancelled'
  const keyAction = (row: Actable): RowAction[] =>
    mayMark && isLive(row)
      ? [{ key: 'setKey', label: t('act.setKey'), onClick: () => setAsking({ kind: 'setKey', rows: [row] }) }]
      : []

  const isPrinted = (row: Actable) => row.state !== 'draft' && row.state !== 'cancelled'
  const printRows = (rows: readonly Actable[]) =>
    print.open(
      'waybill',
      rows.filter(isPrinted).map(({ id, waybillNo, pieces }) => ({ id, no: waybillNo, pieces })),
    )
  const printAction = (row: Actable): RowAction[] =>
    print.may && isPrinted(row) ? [{ key: 'print', label: t('act.print'), onClick: () => printRows([row]) }] : []
  const noticeAction = (...rows: readonly Actable[]): RowAction[] =>
    print.action(
      'pickupNotice',
      rows.filter(awaitsPickup).map(({ id, waybillNo, pieces }) => ({ id, no: waybillNo, pieces })),
    )

  /** Of the detail alone, which says why there is none. */
  const epodAction = ({ id, noEpod }: Actable): RowAction[] =>
    noEpod === undefined
      ? []
      : [
          {
            key: 'epod',
            label: t('act.epod'),
            refused: noEpod,
            onClick: () => quietly(download(getEpod, { waybillId: id })),
          },
        ]

  /** In the order of the work: the next step first. What the state forbids is not in a row; the detail says why. */
  const rowActions = (row: Actable): RowAction[] => {
    const can = (name: WaybillAction) => isAble(row, name)
    const order: WaybillAction[] = [
      'sign',
      'refuse',
      'track',
      'edit',
      'checkIn',
      'notifyPickup',
      'deliverInstead',
      row.hold ? 'release' : 'hold',
    ]
    const atTheDoor = row.state === 'delivering' || row.state === 'awaitingPickup'
    const likely = (name: WaybillAction) => (name !== 'sign' && name !== 'refuse') || atTheDoor
    // What takes something back stands last.
    const backwards = (['undo', 'cancel'] as const).filter(can)
    return [
      ...(row.state === 'draft'
        ? [...(can('edit') ? [action('edit', row)] : []), ...(can('place') ? [action('place', row)] : [])]
        : []),
      ...arrangeAction(row),
      ...order
        .filter((name) => can(name) && likely(name) && !(row.state === 'draft' && name === 'edit'))
        .map((name) => action(name, row)),
      ...keyAction(row),
      ...printAction(row),
      ...noticeAction(row),
      ...adjustAction(row),
      ...invoiceAction([row]),
      ...caseActions(row),
      ...(mayCreate ? [{ key: 'copy', label: t('act.copy'), onClick: () => copy(row) }] : []),
      ...backwards.map((name) => action(name, row)),
    ]
  }

  const batchActions = (rows: readonly Actable[]): BatchAction[] => {
    const ids = rows.map(({ id }) => id)
    const some = (name: WaybillAction) => rows.some((row) => isAble(row, name))
    const list: (BatchAction | false)[] = [
      some('place') && {
        key: 'place',
        label: t('act.placeCount', { count: rows.length }),
        onClick: () => quietly(place.run({ ids })),
      },
      mayArrange &&
        rows.some((row) => row.unarranged > 0) && {
          key: 'arrange',
          label: t('act.arrange'),
          onClick: () => arrange(rows.filter((row) => row.unarranged > 0)),
        },
      some('checkIn') && {
        key: 'checkIn',
        label: t('act.checkIn'),
        onClick: () => setAsking({ kind: 'checkIn', rows }),
      },
      some('notifyPickup') && {
        key: 'notifyPickup',
        label: t('act.notifyPickup'),
        onClick: () => quietly(asksNotice(ids.length).then((yes) => (yes ? notify.run({ ids }) : undefined))),
      },
      some('deliverInstead') && {
        key: 'deliverInstead',
        label: t('act.deliverInstead'),
        onClick: () => setAsking({ kind: 'deliverInstead', rows }),
      },
      some('track') && { key: 'track', label: t('act.track'), onClick: () => setAsking({ kind: 'track', rows }) },
      mayMark &&
        rows.some(isLive) && {
          key: 'setKey',
          label: t('act.setKey'),
          onClick: () => setAsking({ kind: 'setKey', rows: rows.filter(isLive) }),
        },
      print.may &&
        rows.some(isPrinted) && {
          key: 'print',
          label: t('act.print'),
          onClick: () => printRows(rows),
        },
      ...noticeAction(...rows),
      ...invoiceAction(rows),
      some('cancel') && {
        key: 'cancel',
        label: t('act.cancel'),
        danger: true,
        onClick: () => setAsking({ kind: 'cancel', rows }),
      },
    ]
    return list.filter((one): one is BatchAction => one !== false)
  }

  /** 签收 of several, one after the other, as each is taken by its own consignee. */
  const signBatch = (rows: readonly Actable[]): BatchAction[] => {
    const ids = rows
      .filter((row) => isAble(row, 'sign') && (row.state === 'delivering' || row.state === 'awaitingPickup'))
      .map(({ id }) => id)
    return ids.length === 0
      ? []
      : [{ key: 'sign', label: t('act.sign'), onClick: () => setAsking({ kind: 'signEach', ids }) }]
  }

  return {
    rowActions,
    signBatch,
    batchActions,
    action,
    arrangeAction,
    adjustAction,
    caseActions,
    printAction,
    epodAction,
    noticeAction,
    run,
    dialogs: (
      <>
        {asking && <Asked asking={asking} close={close} acts={{ cancel, instead, undo, hold, release, setKey }} />}
        {print.dialog}
      </>
    ),
  }
}

type Acts = {
  setKey: { run: (input: { ids: number[]; reason: string }) => Promise<unknown> }
  cancel: { run: (input: { ids: number[]; reason: string }, options: { no: string | undefined }) => Promise<unknown> }
  instead: {
    run: (input: { ids: number[]; reason: string | undefined }, options: { no: string | undefined }) => Promise<unknown>
  }
  undo: { run: (input: { id: number; reason: string }) => Promise<unknown> }
  hold: { run: (input: { id: number; version: number; reason: string }) => Promise<unknown> }
  release: { run: (input: { id: number; version: number; proof: string }) => Promise<unknown> }
}

function Asked({ asking, close, acts }: { asking: Asking; close: () => void; acts: Acts }): ReactNode {
  const { t } = useTranslation('waybills')
  if (asking.kind === 'signEach') return <SignEach ids={asking.ids} onClose={close} />
  if (asking.kind === 'sign') return <SignDrawer id={asking.row.id} onClose={close} />
  if (asking.kind === 'refuse') return <RefuseDrawer id={asking.row.id} onClose={close} />
  if (asking.kind === 'onward') return <OnwardDrawer kind={asking.what} id={asking.row.id} onClose={close} />
  if (asking.kind === 'changeDestination') return <DestinationDrawer id={asking.row.id} onClose={close} />
  if (asking.kind === 'track') return <TrackDrawer rows={asking.rows} onClose={close} />
  if (asking.kind === 'setKey') {
    const { rows } = asking
    const [first] = rows
    const title =
      rows.length === 1
        ? t('reason.setKeyTitle', { no: first?.waybillNo ?? '' })
        : t('reason.setKeyMany', { count: rows.length })
    return (
      <ReasonDialog
        title={title}
        label={t('reason.setKey')}
        yes={t('act.setKey')}
        onClose={close}
        onSubmit={(reason) => acts.setKey.run({ ids: rows.map(({ id }) => id), reason })}
      />
    )
  }
  if (asking.kind === 'checkIn') return <CheckInDialog rows={asking.rows} onClose={close} />
  if (asking.kind === 'cancel') {
    const [first] = asking.rows
    const title =
      asking.rows.length === 1
        ? t('reason.cancelTitle', { no: first?.waybillNo ?? '' })
        : t('reason.cancelMany', { count: asking.rows.length })
    return (
      <ReasonDialog
        title={title}
        label={t('reason.cancel')}
        yes={t('act.cancel')}
        danger
        onClose={close}
        onSubmit={(reason) =>
          acts.cancel.run({ ids: asking.rows.map(({ id }) => id), reason }, { no: first?.waybillNo })
        }
      />
    )
  }
  if (asking.kind === 'deliverInstead') {
    const [first] = asking.rows
    const one = asking.rows.length === 1 ? first : undefined
    return (
      <ReasonDialog
        title={
          one
            ? t('reason.deliverInsteadTitle', { no: one.waybillNo })
            : t('reason.deliverInsteadMany', { count: asking.rows.length })
        }
        text={
          one?.consigneeName && one.consigneeAddress
            ? t('reason.deliverInsteadTo', {
                name: one.consigneeName,
                address: [one.consigneeCity, one.consigneeAddress].filter(Boolean).join(' '),
              })
            : t('reason.deliverInsteadAll')
        }
        label={t('reason.deliverInstead')}
        yes={t('act.deliverInstead')}
        optional
        onClose={close}
        onSubmit={(reason) =>
          acts.instead.run(
            { ids: asking.rows.map(({ id }) => id), reason: reason === '' ? undefined : reason },
            { no: first?.waybillNo },
          )
        }
      />
    )
  }
  if (asking.kind === 'undo') return <UndoDialog id={asking.row.id} undo={acts.undo.run} onClose={close} />
  const { kind, row } = asking
  const send = (text: string) => {
    if (kind === 'hold') return acts.hold.run({ id: row.id, version: row.version, reason: text })
    return acts.release.run({ id: row.id, version: row.version, proof: text })
  }
  return (
    <ReasonDialog
      title={t(`reason.${kind}Title`, { no: row.waybillNo })}
      label={t(`reason.${kind}`)}
      yes={t(`act.${kind}`)}
      onClose={close}
      onSubmit={send}
    />
  )
}
