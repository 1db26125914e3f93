import { mailFaults, mailSecurities } from '@xunyun/contract/system/mailboxes'
import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'

/** A mailbox's timeline in words. */
export function useMailHistory() {
  const { t } = useTranslation('system')
  const master = useMasterHistory()
  const results: Readonly<Record<string, string>> = Object.fromEntries(
    (['sent', ...mailFaults] as const).map((result) => [result, t(`mail.result.${result}`)]),
  )
  const securities: Readonly<Record<string, string>> = Object.fromEntries(
    mailSecurities.map((security) => [security, t(`mail.security.${security}`)]),
  )
  return {
    fields: {
      name: t('mail.name'),
      host: t('mail.host'),
      port: t('mail.port'),
      security: t('mail.security'),
      account: t('mail.account'),
      password: t('mail.password'),
      sender: t('mail.sender'),
      senderName: t('mail.senderName'),
      to: t('mail.to'),
      result: t('mail.result'),
    },
    actions: {
      ...master.actions,
      madeDefault: t('mail.history.madeDefault'),
      tested: t('mail.history.tested'),
    },
    says: (field: string, value: string) =>
      field === 'result' ? (results[value] ?? value) : field === 'security' ? (securities[value] ?? value) : value,
  }
}
