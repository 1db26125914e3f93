import { useTranslation } from 'react-i18next'
import { useRightWords } from '../historyWords.ts'

/** A role's timeline in words. */
export function useRoleHistory() {
  const { t } = useTranslation(['system', 'ui'])
  const rights = useRightWords()
  return {
    fields: {
      ...rights.pages,
      name: t('role.name'),
      note: t('role.note'),
      source: t('role.source'),
      membersAdded: t('history.membersAdded'),
      membersRemoved: t('history.membersRemoved'),
    },
    actions: {
      created: t('history.created'),
      changed: t('history.changed'),
      copied: t('history.copied'),
      rightsChanged: t('history.rightsChanged'),
      membersChanged: t('history.membersChanged'),
      enabled: t('act.enable'),
      disabled: t('act.disable'),
      deleted: t('ui:master.delete'),
    },
    says: (_: string, value: string) => rights.says(value) ?? value,
  }
}
