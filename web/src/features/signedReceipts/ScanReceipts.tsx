import { wordFor } from '@xunyun/contract/dictionary'
import {
  getReceiptTrip,
  type ReceiptScan,
  scanSignedReceipt,
  undoReceiptScan,
} from '@xunyun/contract/signedReceipts/calls'
import { type SignedReceiptStep, signedReceiptSteps } from '@xunyun/contract/signedReceipts/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '../../shared/action/useRefresh.ts'
import { api } from '../../shared/api/api.ts'
import { newKey } from '../../shared/api/encode.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { actIdOf } from '../../shared/offline/actId.ts'
import { FloorRows } from '../../shared/scan/FloorRows.tsx'
import { Chips, GoodsCard } from '../../shared/scan/GoodsCard.tsx'
import own from '../../shared/scan/Kept.module.css'
import { ScanFrame, useBand } from '../../shared/scan/ScanFrame.tsx'
import { useScans } from '../../shared/scan/useScans.ts'
import { wordsOf } from '../../shared/scan/wordsOf.ts'
import { dotted } from '../../shared/ui/format.ts'
import { usePrint } from '../printing/index.ts'
import { listOf, toPrint } from './batches.ts'
import { type Parcel, ParcelFields } from './ParcelForm.tsx'
import { PhotoForm } from './PhotoForm.tsx'
import { receiptPaths } from './paths.ts'

type Props = {
  readonly step: SignedReceiptStep
  readonly onStep: (step: SignedReceiptStep) => void
  readonly onClose: () => void
}
/** A sitting: the step and the parcel are chosen once, and what goes to one place shares a batch. */
const begin = () => ({
  roundId: actIdOf(newKey()),
  parcel: {} as Parcel,
  came: [] as readonly Came[],
  wrong: [] as readonly Wrong[],
})
type Came = ReceiptScan & { readonly actId: string }
type Wrong = { readonly id: string; readonly text: string }

/** So many stay in sight, each to be taken back. */
const shown = 10

export function ScanReceipts(props: Props) {
  return <Sitting key={props.step} {...props} />
}

/** Papers one after the other: each scan moves one a step on, and what is wrong stays red until it was seen. */
function Sitting({ step, onStep, onClose }: Props) {
  const { t } = useTranslation(['signedReceipts', 'scan'])
  const language = useLanguage()
  const refresh = useRefresh()
  const [band, say] = useBand()
  const [round, setRound] = useState(begin)
  const [asks, setAsks] = useState<'parcel' | 'photo' | null>(null)
  const print = usePrint()
  /** Scanned before it was said where it goes. */
  const [waiting, setWaiting] = useState<string | null>(null)
  const { parcel, came, wrong } = round
  const [last = null] = came
  const batches = came.flatMap(({ batch }) => batch ?? [])
  const goes = step === 'send' || step === 'giveBack'
  const missesOutlet = step === 'send' && parcel.toOutletId === undefined

  const undo = async ({ actId, receiptNo }: Came) => {
    try {
      await api(undoReceiptScan, { actId }, { quiet: true })
      setRound((now) => ({ ...now, came: now.came.filter((one) => one.actId !== actId) }))
      say({ ok: true, text: t('scan.undone', { no: receiptNo }) })
    } catch (error) {
      say({ ok: false, text: await wordsOf(error) })
    }
  }
  const move = async (code: string, into: Pick<typeof round, 'roundId' | 'parcel'>) => {
    const actId = actIdOf(newKey())
    try {
      const { roundId, parcel } = into
      const moved = await api(scanSignedReceipt, { actId, roundId, step, code, ...parcel }, { quiet: true })
      const one = { ...moved, actId }
      setRound((now) => ({ ...now, came: [one, ...now.came] }))
      const text = `${one.receiptNo} ${wordFor('signedReceiptState', one.state, language)}`
      say({ ok: true, text, undo: () => void undo(one) })
    } catch (error) {
      const text = await wordsOf(error)
      setRound((now) => ({ ...now, wrong: [{ id: actId, text: `${code}: ${text}` }, ...now.wrong] }))
      say({ ok: false, text })
    }
  }
  const scan = useScans(async (code) => {
    if (!missesOutlet) return await move(code, round)
    setWaiting(code)
    setAsks('parcel')
    say({ ok: false, text: t('scan.chooseOutlet') })
  }, say)
  const leave = async () => {
    await refresh(receiptPaths)
    onClose()
  }
  return (
    <>
      <ScanFrame
        title={dotted(t(`scan.title.${step}`), t('scan.done', { count: came.length }))}
        band={band}
        hint={t('scan.hint')}
        onScan={scan}
        keys={[
          { key: 'list', label: t('scan.list'), onClick: () => void leave() },
          ...(goes ? [{ key: 'parcel', label: t('scan.parcel'), onClick: () => setAsks('parcel') }] : []),
          ...(goes && print.may
            ? [
                {
                  key: 'print',
                  label: t('scan.print'),
                  disabled: batches.length === 0,
                  onClick: () => print.open(listOf[step], toPrint(batches)),
                },
              ]
            : []),
          {
            key: 'photo',
            label: t('scan.photo'),
            tone: 'primary',
            disabled: last === null,
            onClick: () => setAsks('photo'),
          },
        ]}
      >
        <Chips
          label={t('scan.step')}
          chips={signedReceiptSteps.map((one) => ({
            key: one,
            title: t(`act.${one}`),
            pressed: one === step,
            onTake: () => onStep(one),
          }))}
        />
        <GoodsCard
          name={last === null ? t('scan.none') : last.receiptNo}
          no={last?.waybillNo ?? ''}
          what={[last && wordFor('signedReceiptState', last.state, language), last?.batch?.batchNo]}
          unit="piece"
        />
        {wrong.length > 0 && (
          <section className={own.refused} role="alert">
            <b>{t('scan.wrong', { count: wrong.length })}</b>
            {wrong.map(({ id, text }) => (
              <div key={id}>{text}</div>
            ))}
            <button type="button" onClick={() => setRound((now) => ({ ...now, wrong: [] }))}>
              {t('scan:seen')}
            </button>
          </section>
        )}
        <FloorRows
          label={t('scan.came')}
          rows={came.slice(0, shown).map((one) => ({
            key: one.actId,
            title: one.receiptNo,
            small: dotted(one.waybillNo, wordFor('signedReceiptState', one.state, language), one.batch?.batchNo),
            aside: t('scan:undo'),
            onTake: () => void undo(one),
          }))}
        />
      </ScanFrame>
      {print.dialog}
      {asks === 'parcel' && goes && (
        <ParcelFields
          step={step}
          title={t(`scan.title.${step}`)}
          submitLabel={t('scan.parcelSet')}
          initial={parcel}
          onSubmit={async (next) => {
            const { arrangementNo } = next
            const trip = arrangementNo ? await api(getReceiptTrip, { arrangementNo }) : {}
            const into = { roundId: actIdOf(newKey()), parcel: { ...next, ...trip } }
            setRound((now) => ({ ...now, ...into }))
            if (waiting !== null) await move(waiting, into)
            setWaiting(null)
          }}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'photo' && last !== null && (
        <PhotoForm id={last.receiptId} no={last.receiptNo} onClose={() => setAsks(null)} />
      )}
    </>
  )
}
