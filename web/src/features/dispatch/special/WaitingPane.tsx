import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Route } from '../../../shared/grid/column.tsx'
import { ScanField } from '../../../shared/scan/ScanField.tsx'
import { figure, weight } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import styles from '../Dispatch.module.css'
import { type LineRow, lineKey, loadOf, type Start } from '../lines.ts'
import { PickDialog } from '../PickDialog.tsx'
import { useSaysWhere } from '../useSaysWhere.ts'
import { numberScanned, useWaitingAt } from '../useWaitingAt.ts'

type Props = {
  start: Start
  /** Lines that are on it already. */
  taken: ReadonlySet<string>
  /** One more piece of a line: its label was scanned. */
  onPiece: (line: LineRow) => void
  onAdd: (lines: readonly LineRow[]) => void
}

/** What waits at the start, by where it goes; a scan puts it on. */
export function WaitingPane({ start, taken, onAdd, onPiece }: Props) {
  const { t } = useTranslation('handedOut')
  const isPhone = useIsPhone()
  const [picking, setPicking] = useState(false)
  /** Labels of pieces: each counts once. */
  const scanned = useRef(new Set<string>())
  const waiting = useWaitingAt(start, '')
  const saysWhere = useSaysWhere()
  const open = waiting.rows.filter((line) => !taken.has(lineKey(line)))
  const groups = Map.groupBy(open, ({ destName, consigneeCity }) => destName ?? consigneeCity)
  const scan = async (text: string) => {
    const { no, isPiece } = numberScanned(text)
    const label = text.toUpperCase()
    const isThere = waiting.rows.some((line) => line.waybillNo === no && taken.has(lineKey(line)))
    if (isPiece && isThere && scanned.current.has(label)) return toast.info(t('waiting.scanned', { no: label }))
    const line =
      waiting.rows.find(({ waybillNo }) => waybillNo === no) ?? (await waiting.byNumber(no).catch(() => undefined))
    if (line === undefined) toast.warning((await saysWhere(no)) ?? t('waiting.unknown', { no }))
    else if (isPiece) {
      scanned.current.add(label)
      onPiece(line)
    } else if (taken.has(lineKey(line))) toast.info(t('waiting.again', { no }))
    else onAdd([line])
  }
  return (
    <aside className={styles.waiting}>
      <h3 className={styles.sideTitle}>
        {t('waiting.title')} <span className={styles.quiet}>{open.length}</span>
      </h3>
      <ScanField label={t('waiting.scan')} onScan={scan} />
      {isPhone ? (
        <Button className={styles.pick} icon={<Plus size={14} strokeWidth={2} />} onClick={() => setPicking(true)}>
          {t('form.pick')}
        </Button>
      ) : waiting.found.isError ? (
        <LoadError error={waiting.found.error} retry={() => void waiting.found.refetch()} />
      ) : (
        <div className={styles.groups}>
          {[...groups].map(([name, lines]) => (
            <section key={name}>
              <button type="button" className={styles.group} onClick={() => onAdd(lines)}>
                <b>{name || t('waiting.toNowhere')}</b>
                <span className={styles.quiet}>{lines.length}</span>
                <Plus size={14} strokeWidth={2} aria-hidden="true" />
              </button>
              {lines.map((line) => (
                <button type="button" key={lineKey(line)} className={styles.waitingLine} onClick={() => onAdd([line])}>
                  <span>{line.waybillNo}</span>
                  <span>
                    {t('waiting.free', { pieces: figure(line.free) })} · {weight(loadOf([line]).weight)} kg
                  </span>
                  <small className={styles.clip}>{line.customerName ?? '—'}</small>
                  <small>
                    <Route from={line.shipperCity} to={line.consigneeCity} />
                  </small>
                </button>
              ))}
            </section>
          ))}
          {waiting.found.isSuccess && waiting.rows.length === 0 && <p className={styles.none}>{t('waiting.none')}</p>}
        </div>
      )}
      {picking && (
        <PickDialog
          start={start}
          taken={taken}
          onClose={() => setPicking(false)}
          onPick={(lines) => {
            onAdd(lines)
            setPicking(false)
          }}
        />
      )}
    </aside>
  )
}
