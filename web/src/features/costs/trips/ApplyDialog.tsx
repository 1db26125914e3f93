import type { ShownLine } from '@xunyun/contract/costs/lines'
import { wordFor } from '@xunyun/contract/dictionary'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileInput } from '../../../shared/form/FileInput.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { dotted, money } from '../../../shared/ui/format.ts'
import type { ApplyingKind, How } from './applying.ts'
import { ReviewPath } from './ReviewPath.tsx'
import styles from './Trips.module.css'

type Props = {
  readonly title: string
  readonly kind: ApplyingKind
  /** Of one arrangement: what it would be. */
  readonly lines?: readonly ShownLine[]
  /** Not all of them need go. */
  readonly choose?: boolean
  /** Those whose time has not come: left out until the person takes them in. */
  readonly later?: readonly ShownLine[]
  /** Of many: how many and what they come to; yuan. */
  readonly sums?: { readonly count: number; readonly amount: string } | undefined
  readonly onSubmit: (how: How) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks what is applied for, why and with which papers; it goes to review, or waits as a draft. */
export function ApplyDialog({ title, kind, lines = [], choose = false, later = [], sums, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['tripCosts', 'costs', 'common'])
  const language = useLanguage()
  const [left, setLeft] = useState<ReadonlySet<number>>(() => new Set(later.map(({ id }) => id)))
  const [reason, setReason] = useState('')
  const [files, setFiles] = useState<readonly StoredFile[]>([])
  const [busy, setBusy] = useState<'submit' | 'draft'>()
  const chosen = lines.filter(({ id }) => !left.has(id))
  const amount =
    sums?.amount ??
    sumDecimals(
      chosen.map((line) => line.amount),
      2,
    )
  const isNone = lines.length > 0 && chosen.length === 0
  const send = async (submit: boolean) => {
    setBusy(submit ? 'submit' : 'draft')
    try {
      await onSubmit({
        reason: reason.trim() || undefined,
        submit,
        files,
        lineIds: choose && left.size > 0 ? chosen.map(({ id }) => id) : undefined,
      })
      onClose()
    } catch {
      // It has been said why; what was typed is still there.
      setBusy(undefined)
    }
  }
  return (
    <Dialog
      open
      width={520}
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="draft"
          loading={busy === 'draft'}
          disabled={isNone || busy !== undefined}
          onClick={() => void send(false)}
        >
          {t('apply.draft')}
        </Button>,
        <Button
          key="submit"
          type="primary"
          data-commit
          loading={busy === 'submit'}
          disabled={isNone || busy !== undefined}
          onClick={() => void send(true)}
        >
          {t('costs:act.submit')}
        </Button>,
      ]}
    >
      {lines.length > 0 && (
        <ul className={styles.chosen}>
          {lines.map(({ id, feeItem, payPart, payeeName, amount }) => (
            <li key={id}>
              <Checkbox
                disabled={!choose}
                checked={!left.has(id)}
                onChange={({ target }) => {
                  const next = new Set(left)
                  if (target.checked) next.delete(id)
                  else next.add(id)
                  setLeft(next)
                }}
              >
                {dotted(
                  payPart ? wordFor('payPart', payPart, language) : wordFor('feeItem', feeItem, language),
                  payeeName,
                )}
              </Checkbox>
              <span>{money(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {later.some(({ id }) => left.has(id)) && <p className={styles.later}>{t('apply.later')}</p>}
      <p className={styles.applied}>
        <span>{sums ? t('apply.many', { count: sums.count }) : t('sums.total')}</span>
        <b>{money(amount)}</b>
      </p>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the text area inside is the control */}
      <label className={styles.reason}>
        <span>{t('costs:column.reason')}</span>
        <Input.TextArea
          autoFocus
          rows={2}
          maxLength={300}
          value={reason}
          placeholder={t('apply.reasonHint')}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className={styles.files}>
        <FileInput value={files} onChange={setFiles} max={5} aria-label={t('apply.files')} />
      </div>
      {!sums && <ReviewPath kind={kind} amount={amount} />}
    </Dialog>
  )
}
