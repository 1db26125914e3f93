import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wayBack } from '../ui/confirm.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Action.module.css'

export type ReasonProps = {
  /** Names its object: 作废运单 YD26112000012. */
  readonly title: string
  readonly text?: ReactNode
  /** What is asked for. Default: 原因. */
  readonly label?: string
  /** The verb of the button. */
  readonly yes: string
  readonly danger?: boolean
  /** It may be left empty. */
  readonly optional?: boolean
  readonly maxLength?: number
  /** What was typed of it already. */
  readonly initial?: string
  readonly onSubmit: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks why. Drawn while it is needed: `{asking && <ReasonDialog …/>}`. A refusal leaves it open with what was typed. */
export function AskReason({
  title,
  text,
  label,
  yes,
  danger,
  optional,
  maxLength = 200,
  initial = '',
  onSubmit,
  onClose,
}: ReasonProps) {
  const { t } = useTranslation(['ui', 'common'])
  const [reason, setReason] = useState(initial)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!optional && reason.trim() === '') {
      setMissing(true)
      return
    }
    setBusy(true)
    try {
      await onSubmit(reason.trim())
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {wayBack(yes)}
        </Button>,
        <Button
          key="yes"
          type={danger ? 'default' : 'primary'}
          danger={danger}
          loading={busy}
          onClick={() => void submit()}
        >
          {yes}
        </Button>,
      ]}
    >
      {text && <p className={styles.summary}>{text}</p>}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the text area inside is the control */}
      <label className={styles.reason}>
        <span>{label ?? t('action.reason')}</span>
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={maxLength}
          showCount
          value={reason}
          status={missing ? 'error' : undefined}
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
        />
      </label>
      <div className={styles.missing} role="alert">
        {missing && t('form.required')}
      </div>
    </Dialog>
  )
}
