import { i18n } from '../../shared/i18n/i18n.ts'
import { confirm } from '../../shared/ui/confirm.ts'

/** 通知自提 of several at once is asked about: each is given a code that its consignee may hold in the same minute. */
export function asksNotice(number: number): Promise<boolean> {
  const act = i18n.t('waybills:act.notifyPickup')
  return confirm({
    title: i18n.t('ui:action.many', { act, number }),
    text: i18n.t('waybills:notify.text'),
    yes: act,
  })
}
