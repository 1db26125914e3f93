import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentInput } from '../form/DayInput.tsx'
import { serverNow } from '../session/session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Action.module.css'

type Props = {
  readonly title: string
  readonly label: string
  /** The verb of the button. */
  readonly yes: string
  readonly onSubmit: (at: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks when it was: now, unless it is reported later. A refusal leaves it open. */
export function WhenDialog({ title, label, yes, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['ui', 'common'])
  const [at, setAt] = useState<string | undefined>(() => serverNow().toISOString())
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (at === undefined) {
      setMissing(true)
      return
    }
    setBusy(true)
    try {
      await onSubmit(at)
      onClose()
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      width={360}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button key="yes" type="primary" autoFocus loading={busy} onClick={() => void submit()}>
          {yes}
        </Button>,
      ]}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the picker inside is the control */}
      <label className={styles.reason}>
        <span>{label}</span>
        <MomentInput
          value={at}
          aria-label={label}
          onChange={(next) => {
            setAt(next)
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
