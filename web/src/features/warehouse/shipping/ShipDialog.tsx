import { type OutboundRow, shipNotices } from '@xunyun/contract/warehouse/shipping/notices'
import { Checkbox, InputNumber } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'

type Props = { notices: readonly OutboundRow[]; onDone: () => void; onClose: () => void }

/** What is picked leaves the warehouse; the waybill it travels on is made at once, if that is wanted. */
export function ShipDialog({ notices, onDone, onClose }: Props) {
  const { t } = useTranslation('warehouse/shipping')
  const [createWaybill, setCreateWaybill] = useState(false)
  const [pieces, setPieces] = useState<Readonly<Record<number, number | null>>>({})
  const [asked, setAsked] = useState(false)
  // Nobody but who stands before them knows how many pieces goods without a carton are.
  const loose = createWaybill ? notices.filter(({ state }) => state === 'picked') : []
  const unsaid = loose.filter(({ id }) => !pieces[id])
  const key = useRef(newKey())
  const ship = useBatch(shipNotices, { title: t('act.ship'), refresh: [...outboundPaths, '/api/Waybills/'], onDone })
  const rest = notices.filter(({ qty, picked, closed }) => Number(picked) + Number(closed) < Number(qty))
  const submit = async () => {
    setAsked(true)
    if (unsaid.length > 0) return
    const { shipped } = await ship.run(
      {
        ids: notices.map(({ id }) => id),
        createWaybill: createWaybill || undefined,
        pieces: loose.length > 0 ? loose.map(({ id }) => ({ id, pieces: pieces[id] ?? 1 })) : undefined,
      },
      { key: key.current },
    )
    key.current = newKey()
    const waybills = shipped.flatMap(({ waybillNo }) => waybillNo ?? [])
    if (waybills.length > 0) toast.success(t('ship.waybills', { numbers: waybills.slice(0, 5).join('，') }))
    onClose()
  }
  const [first] = notices
  return (
    <Dialog
      open
      title={
        notices.length === 1 ? t('ship.one', { no: first?.noticeNo ?? '' }) : t('ship.many', { count: notices.length })
      }
      onCancel={onClose}
      yes={{ label: t('act.ship'), loading: ship.pending, onClick: () => void submit().catch(() => undefined) }}
    >
      <div className={styles.form}>
        <p>{rest.length === 0 ? t('ship.whole') : t('ship.rest', { count: rest.length })}</p>
        <Checkbox checked={createWaybill} onChange={(event) => setCreateWaybill(event.target.checked)}>
          {t('ship.createWaybill')}
        </Checkbox>
        {loose.map(({ id, noticeNo }) => {
          const isMissing = asked && !pieces[id]
          return (
            <div key={id} className={styles.pieces}>
              <label htmlFor={`pieces-${id}`}>{t('ship.pieces', { no: noticeNo })}</label>
              <InputNumber
                id={`pieces-${id}`}
                min={1}
                max={999_999}
                precision={0}
                value={pieces[id] ?? null}
                onChange={(value) => setPieces({ ...pieces, [id]: value })}
                {...(isMissing ? { status: 'error' as const } : {})}
              />
              {isMissing && <small role="alert">{t('ship.piecesMissing')}</small>}
            </div>
          )
        })}
      </div>
    </Dialog>
  )
}
