import { useTranslation } from 'react-i18next'

/** A mail's timeline in words. */
export function useOutboxHistory() {
  const { t } = useTranslation('system')
  return {
    fields: { to: t('outbox.to'), cc: t('outbox.cc'), mailbox: t('outbox.mailbox') },
    actions: {
      created: t('outbox.history.created'),
      resent: t('outbox.resend'),
      cancelled: t('outbox.cancel'),
    },
    says: (_: string, value: string) => value,
  }
}
