import { adminChangePwd, type User } from '@xunyun/contract/system/calls'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { fieldMessages } from '../../../shared/api/fieldErrors.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import styles from '../System.module.css'

/** A new password that the administrator tells the user; readable, because it is read aloud. */
export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation(['system', 'ui'])
  const reset = useAction(adminChangePwd, { success: t('done.reset'), refresh: ['/api/Users/'] })
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)

  const save = async () => {
    if (password === '') {
      setWrong(t('ui:form.required'))
      return
    }
    try {
      await reset.run({ UserID: user.UserID, PSD: password })
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setWrong((await fieldMessages(error))[0]?.errors[0] ?? error.message)
    }
  }

  return (
    <Dialog
      open
      title={t('password.title', { name: user.UNAME })}
      onCancel={onClose}
      yes={{ label: t('act.reset'), loading: reset.pending, onClick: () => void save() }}
    >
      <label className={styles.label} htmlFor="reset-password">
        {t('password.new')}
      </label>
      <div className={styles.line}>
        <Input
          id="reset-password"
          autoFocus
          autoComplete="off"
          value={password}
          status={wrong ? 'error' : undefined}
          aria-describedby="reset-password-hint"
          onChange={(event) => {
            setPassword(event.target.value)
            setWrong(null)
          }}
        />
        <Button
          onClick={() => {
            setPassword(makePassword())
            setWrong(null)
          }}
        >
          {t('password.make')}
        </Button>
      </div>
      <p id="reset-password-hint" className={styles.hint} data-wrong={wrong !== null || undefined}>
        {wrong ?? t('password.hint')}
      </p>
    </Dialog>
  )
}

// Without what is taken for something else when it is read aloud or off a screen.
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'

/** Four groups of three, as kfw-82m-… : easy to say, about 55 bits. */
export function makePassword(): string {
  const alphabet = letters + digits
  const pick = () => alphabet[(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % alphabet.length] ?? 'x'
  return Array.from({ length: 4 }, () => Array.from({ length: 3 }, pick).join('')).join('-')
}
