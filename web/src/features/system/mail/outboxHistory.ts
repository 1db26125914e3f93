import { outboxFaults } from '@xunyun/contract/system/outbox'
import { useTranslation } from 'react-i18next'

/** A mail's timeline in words. */
export function useOutboxHistory() {
  const { t } = useTranslation('system')
  const faults: Readonly<Record<string, string>> = Object.fromEntries(
    outboxFaults.map((fault) => [fault, t(`outbox.fault.${fault}`)]),
  )
  return {
    fields: {
      to: t('outbox.to'),
      cc: t('outbox.cc'),
      mailbox: t('outbox.mailbox'),
      took: t('outbox.hasIt'),
      fault: t('outbox.fault'),
    },
    actions: {
      created: t('outbox.history.created'),
      resent: t('outbox.resend'),
      cancelled: t('outbox.cancel'),
      sent: t('outbox.state.sent'),
      failed: t('outbox.state.failed'),
    },
    says: (field: string, value: string) => (field === 'fault' ? (faults[value] ?? value) : value),
  }
}
