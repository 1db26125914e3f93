import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentInput } from '../form/DayInput.tsx'
import { serverNow } from '../session/session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { isWritten } from '../ui/format.ts'
import styles from './Action.module.css'

type Props = {
  readonly title: string
  readonly label: string
  /** The verb of the button. */
  readonly yes: string
  readonly onSubmit: (at: string) => Promise<{ readonly done: number }>
  readonly onClose: () => void
}

/** Minutes are picked: this one is not yet the future. */
const minuteMs = 60_000

/** Asks when it was: now, unless it is reported later. It stays open with its time where nothing was done. */
export function WhenDialog({ title, label, yes, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['ui', 'common'])
  const [at, setAt] = useState<string | undefined>(() => serverNow().toISOString())
  const [wrong, setWrong] = useState<'form.required' | 'form.noMoment' | 'form.future' | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (at === undefined) return setWrong('form.required')
    if (!isWritten(at)) return setWrong('form.noMoment')
    if (Date.parse(at) > serverNow().getTime() + minuteMs) return setWrong('form.future')
    setBusy(true)
    const done = await onSubmit(at).then(
      (outcomes) => outcomes.done > 0,
      () => false,
    )
    if (done) onClose()
    else setBusy(false)
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
            setWrong(null)
          }}
        />
      </label>
      <div className={styles.missing} role="alert">
        {wrong && t(wrong)}
      </div>
    </Dialog>
  )
}
