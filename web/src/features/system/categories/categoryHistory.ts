import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'

/** A category's timeline in words. */
export function useCategoryHistory() {
  const { t } = useTranslation('system')
  const common = useMasterHistory()
  return {
    fields: {
      parent: t('category.parent'),
      code: t('category.code'),
      name: t('category.name'),
      remark: t('category.remark'),
      order: t('menu.order'),
    },
    actions: { ...common.actions, moved: t('act.move') },
    says: common.says,
  }
}
