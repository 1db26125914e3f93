import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { report } from '../shared/api/api.ts'
import { ApiError } from '../shared/api/errors.ts'
import { signIn } from './signIn.ts'

export type Field = 'account' | 'password'
export type FieldErrors = Partial<Record<Field, string>>

const fieldOf: Readonly<Record<string, Field>> = { LOGNAME: 'account', 'system.disabled': 'account' }

/** Too many sign in, or somebody else guessed: whoever knows the password only has to wait. */
const goesOnByItself: ReadonlySet<string> = new Set(['system.loginBusy', 'system.loginSlowed'])

/** State of the login form: what is wrong stands at its field, and the account is kept. */
export function useLogin(onSignedIn: () => void) {
  const { t } = useTranslation('login')
  const accountRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const [waitUntil, setWaitUntil] = useState(0)
  const wait = useSecondsUntil(waitUntil)
  // The pause was not of this account's doing: it is tried again when it is over.
  const [triesAgain, setTriesAgain] = useState(false)
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(again.current), [])

  const point = (field: Field, message: string) => {
    setErrors({ [field]: message })
    const input = field === 'account' ? accountRef.current : passwordRef.current
    input?.focus()
    input?.select()
  }

  const submit = async () => {
    const account = accountRef.current?.value ?? ''
    const password = passwordRef.current?.value ?? ''
    if (busy || wait > 0) return
    if (account.trim() === '') return point('account', t('accountMissing'))
    if (password === '') return point('password', t('passwordMissing'))
    await attempt(account, password)
  }

  const attempt = async (account: string, password: string) => {
    setBusy(true)
    setErrors({})
    setTriesAgain(false)
    try {
      await signIn(account, password)
      onSignedIn()
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError)) return report(error, {})
      if (error.code === 429) {
        const pause = Number(error.params.seconds ?? 0) * 1000
        setWaitUntil(Date.now() + pause)
        if (goesOnByItself.has(error.reason)) {
          setTriesAgain(true)
          again.current = setTimeout(() => void attempt(account, password), pause)
          return
        }
      }
      const named = error.fields.map(({ path }) => fieldOf[path]).find(Boolean)
      point(named ?? fieldOf[error.reason] ?? 'password', error.code === 429 ? '' : error.message || 'Error')
    }
  }

  const forget = (field: Field) => {
    // Somebody types something else: that is tried when he says so.
    clearTimeout(again.current)
    setTriesAgain(false)
    setErrors(({ [field]: _, ...rest }) => rest)
  }
  return { accountRef, passwordRef, errors, busy, wait, triesAgain, submit, forget }
}

/** Whole seconds left, counted down once a second. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((moment - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (moment <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    const stop = setTimeout(() => clearInterval(timer), moment - Date.now() + 500)
    return () => {
      clearInterval(timer)
      clearTimeout(stop)
    }
  }, [moment])
  return left
}
