import { useTranslation } from 'react-i18next'
import { useRightWords } from '../historyWords.ts'

/** A user's timeline in words: what was done, which field, and its value. */
export function useUserHistory() {
  const { t } = useTranslation('system')
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    scope: { all: t('scope.all'), outlet: t('scope.outlet'), customer: t('scope.customer') },
    status: { 0: t('status.0'), 1: t('status.1') },
    warehouses: { '*': t('user.allWarehouses') },
    is_dial: { true: t('user.yes'), false: t('user.no') },
  }
  const rights = useRightWords()
  return {
    fields: {
      ...rights.pages,
      account: t('user.account'),
      name: t('user.name'),
      mobile: t('user.mobile'),
      outlet_id: t('user.outlet'),
      is_dial: t('user.isDial'),
      photo: t('user.photo'),
      scope: t('user.scope'),
      status: t('user.status'),
      companies: t('user.companies'),
      roles: t('user.roles'),
      warehouses: t('user.warehouses'),
      wechat: t('wx.name'),
    },
    actions: {
      created: t('history.created'),
      changed: t('history.changed'),
      scopeChanged: t('history.scopeChanged'),
      rightsChanged: t('history.rightsChanged'),
      rolesChanged: t('history.rolesChanged'),
      passwordChanged: t('history.passwordChanged'),
      passwordReset: t('history.passwordReset'),
      sessionsEnded: t('history.sessionsEnded'),
      wechatBound: t('history.wechatBound'),
      wechatUnbound: t('history.wechatUnbound'),
    },
    says: (field: string, value: string) => words[field]?.[value] ?? rights.says(value) ?? value,
  }
}
