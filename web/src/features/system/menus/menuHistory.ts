import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'

/** A menu entry's timeline in words. */
export function useMenuHistory() {
  const { t } = useTranslation('system')
  const common = useMasterHistory()
  return {
    fields: {
      zh: t('label.zh'),
      en: t('label.en'),
      es: t('label.es'),
      ja: t('label.ja'),
      parent: t('menu.parent'),
      order: t('menu.order'),
      GoUrl: t('menu.address'),
      Icon: t('menu.icon'),
      tSort: t('menu.sort'),
      Approved: t('menu.approved'),
      isLeaf: t('menu.leaf'),
      openwindow: t('menu.window'),
      FromLocation: t('menu.entry'),
    },
    actions: {
      ...common.actions,
      moved: t('act.move'),
      approved: t('act.approve'),
      hidden: t('act.hide'),
    },
    says: common.says,
  }
}
