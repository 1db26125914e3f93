import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { finishReceipt, type ReceiptDetail } from '@xunyun/contract/warehouse/receiving/calls'
import { Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { inboundPaths } from './paths.ts'
import styles from './Receiving.module.css'
import { lackingOf } from './receiptPapers.ts'

type Props = {
  readonly receipt: Pick<ReceiptDetail, 'id' | 'version' | 'receiptNo' | 'lines'>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** This delivery is counted: does the rest come with another one, or not at all? */
export function FinishDialog({ receipt, onDone, onClose }: Props) {
  const { t } = useTranslation('warehouse/receiving')
  const [rest, setRest] = useState<'later' | 'short'>('later')
  const lacking = lackingOf(receipt.lines)
  const open = receipt.lines.filter((line) => compareDecimal(line.open, '0') > 0).length
  const finish = useAction(finishReceipt, {
    refresh: inboundPaths,
    success: ({ nextReceiptNo }) =>
      nextReceiptNo === null ? t('finish.done') : t('finish.next', { no: nextReceiptNo }),
  })
  const submit = async () => {
    await finish.run({ id: receipt.id, version: receipt.version, rest })
    onDone()
  }
  return (
    <Dialog
      open
      title={t('finish.title', { no: receipt.receiptNo })}
      onCancel={onClose}
      yes={{ label: t('act.finish'), loading: finish.pending, onClick: () => void submit().catch(() => undefined) }}
    >
      <p>{open === 0 ? t('finish.whole') : t('finish.open', { count: open })}</p>
      {lacking && <p>{t('finish.lacking', lacking)}</p>}
      {open > 0 && (
        <Radio.Group
          className={styles.places}
          value={rest}
          onChange={(event) => setRest(event.target.value as 'later' | 'short')}
          options={(['later', 'short'] as const).map((value) => ({ value, label: t(`finish.${value}`) }))}
        />
      )}
    </Dialog>
  )
}
