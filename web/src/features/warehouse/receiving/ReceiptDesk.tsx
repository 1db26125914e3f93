import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { getReceipt, type ReceiptDetail, receiveGoods } from '@xunyun/contract/warehouse/receiving/calls'
import { Button, Form } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Declined, useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { usePrint } from '../../printing/index.ts'
import { CountGrid } from './CountGrid.tsx'
import { type CountDraft, isCounted, toCounted } from './deskLines.ts'
import { Entries } from './Entries.tsx'
import { FinishDialog } from './FinishDialog.tsx'
import { inboundPaths } from './paths.ts'
import styles from './Receiving.module.css'
import { papersOf } from './receiptPapers.ts'

type Values = { locationId?: number; at?: string; lines: readonly CountDraft[] }

/** The receiving desk: what was announced, and beside it what has come. It stays open from one count to the next. */
export function ReceiptDesk({ no, onClose }: { no: string; onClose: () => void }) {
  const { t } = useTranslation('warehouse/receiving')
  const [round, setRound] = useState(0)
  const { data, error, refetch } = useQuery({
    ...q(getReceipt, { no }),
    staleTime: 0,
  })
  if (error && !data)
    return (
      <Sheet title={t('desk.title', { no })} onClose={onClose}>
        <LoadError error={error} retry={() => void refetch()} />
      </Sheet>
    )
  return (
    <Desk
      // What was counted is posted: the next count begins empty.
      key={`${data?.id ?? no}-${round}`}
      receipt={data}
      no={no}
      onPosted={() => setRound(round + 1)}
      onClose={onClose}
    />
  )
}

type DeskProps = { receipt: ReceiptDetail | undefined; no: string; onPosted: () => void; onClose: () => void }

function Desk({ receipt, no, onPosted, onClose }: DeskProps) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const may = useRight('receive')
  const [finishing, setFinishing] = useState(false)
  const print = usePrint()
  const [sent, setSent] = useState<readonly number[]>([])
  const posted = useRef(false)
  const send = useAction(receiveGoods, { refresh: inboundPaths, success: t('desk.done') })
  const lines = receipt?.lines ?? []
  const save = async ({ lines: drafts, ...values }: Values, options: { key: string }) => {
    const rows = lines.flatMap((_, row) => (isCounted(drafts?.[row]) ? [row] : []))
    if (receipt === undefined || rows.length === 0) {
      toast.warning(t('desk.nothing'))
      throw new Declined()
    }
    setSent(rows)
    const counted = rows.flatMap((row) => {
      const line = lines[row]
      const draft = drafts[row]
      return line && draft ? [toCounted(line, draft)] : []
    })
    await send.run({ ...values, id: receipt.id, lines: counted }, options)
    posted.current = true
  }
  const readOnly = !may.edit
    ? t('desk.browse')
    : receipt && !isAble(receipt, 'receive')
      ? t('desk.ended', { state: wordFor('receiptState', receipt.state, language) })
      : undefined
  return (
    <>
      <FormDrawer<Values>
        name={`receive-${receipt?.id ?? no}`}
        title={t('desk.title', { no: receipt?.receiptNo ?? no })}
        submitLabel={t('act.receive')}
        call={receiveGoods}
        initial={receipt && { locationId: receipt.locations[0]?.id, lines: [] }}
        width={1320}
        {...(readOnly === undefined ? {} : { readOnly })}
        extra={
          <>
            {receipt &&
              papersOf(print, receipt).map(({ key, label, onClick }) => (
                <Button key={key} onClick={onClick}>
                  {label}
                </Button>
              ))}
            {isAble(receipt, 'finish') && <Button onClick={() => setFinishing(true)}>{t('act.finish')}</Button>}
          </>
        }
        onSubmit={save}
        onClose={() => (posted.current ? onPosted() : onClose())}
      >
        {receipt && (
          <>
            <FormSection columns={1}>
              <Facts
                columns={6}
                facts={[
                  { label: t('field.state'), value: wordFor('receiptState', receipt.state, language) },
                  { label: t('field.ownerName'), value: receipt.ownerName },
                  { label: t('field.warehouse'), value: receipt.warehouseName },
                  { label: t('field.customerOrderNo'), value: receipt.customerOrderNo },
                  { label: t('field.vehicleNo'), value: receipt.vehicleNo },
                  { label: t('field.eta'), value: receipt.eta && dateTime(receipt.eta) },
                  { label: t('field.qty'), value: figure(receipt.qty) },
                  { label: t('field.received'), value: figure(receipt.received) },
                  { label: t('field.damaged'), value: figure(receipt.damaged) },
                  { label: t('field.short'), value: figure(receipt.short) },
                ]}
              />
            </FormSection>
            <FormSection title={t('desk.lines')} hint={t('desk.linesHint')} columns={3}>
              <Field name="locationId" label={t('desk.where')}>
                <Choice options={receipt.locations.map(({ id, label }) => ({ value: id, label }))} allowClear={false} />
              </Field>
              <Field name="at" label={t('desk.at')}>
                <MomentInput placeholder={t('desk.now')} />
              </Field>
              <span />
              <div className={styles.wide}>
                <Form.Item name="lines" noStyle>
                  <CountGrid lines={lines} sent={sent} readOnly={readOnly !== undefined} />
                </Form.Item>
              </div>
            </FormSection>
            <FormSection title={t('desk.entries')} columns={1}>
              <Entries receipt={receipt} print={print} />
            </FormSection>
          </>
        )}
      </FormDrawer>
      {print.dialog}
      {finishing && receipt && <FinishDialog receipt={receipt} onDone={onClose} onClose={() => setFinishing(false)} />}
    </>
  )
}
