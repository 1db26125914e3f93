import { getOutletChoices } from '@xunyun/contract/companies/calls'
import {
  type BindingRow,
  bindingTabs,
  exportBindings,
  getBindingHistory,
  getBindings,
  getBindingTotals,
  unbindWeChat,
} from '@xunyun/contract/system/wechat'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useUserHistory } from '../users/userHistory.ts'

const column = columnsOf<BindingRow>()
const columns = [
  column.text('account', 'system:user.account', { width: 136, pin: 'left', card: 'title', sortKey: 'account' }),
  column.text('name', 'system:user.name', { width: 104, card: 'meta', sortKey: 'name' }),
  column.text('outletName', 'system:user.outlet', { width: 128, card: 'meta' }),
  column.text('openId', 'system:wx.openId', { width: 136, card: 'fact' }),
  column.text('wechatName', 'system:wx.name', { width: 136, card: 'fact' }),
  column.moment('boundAt', 'system:wx.boundAt', { sortKey: 'boundAt', card: 'aside' }),
  column.ago('lastLoginAt', 'system:wx.lastLogin', { width: 128, sortKey: 'lastLoginAt', card: 'fact' }),
  column.state('enabled', 'system:user.status', {
    value: (row) => String(row.enabled),
    words: (row) => `system:status.${row.enabled ? 0 : 1}`,
    tone: (row) => (row.enabled ? 'green' : 'grey'),
    width: 76,
  }),
]
const defaults = { filter: { tab: 'bound' }, sort: { key: 'boundAt', dir: 'desc' } } as const
const refresh = ['/api/WeChat/', '/api/Users/']

/** Which account belongs to which WeChat (RT-12/wxbind). */
export default function WeChatBindingsPage() {
  const { t } = useTranslation('system')
  const may = useRight('wxbind').approve
  const list = useList({ call: getBindings, totals: getBindingTotals, exportCall: exportBindings, defaults })
  const unbind = useBatch(unbindWeChat, { title: t('wx.unbind'), refresh, onDone: list.acted })
  const history = useHistory(getBindingHistory, useUserHistory())

  const ask = async (rows: readonly BindingRow[]) => {
    const [first] = rows
    const title =
      first && rows.length === 1 ? t('wx.unbindOne', { name: first.name }) : t('wx.unbindMany', { number: rows.length })
    if (await confirm({ title, text: t('wx.unbindText'), yes: t('wx.unbind'), danger: true }))
      await unbind.run({ ids: rows.map(({ id }) => id) })
  }
  const act = (rows: readonly BindingRow[]) => ({
    key: 'unbind',
    label: t('wx.unbind'),
    danger: true,
    refused: rows.every(({ openId }) => openId === '') ? t('wx.notBound') : null,
    onClick: () => void ask(rows).catch(() => undefined),
  })
  return (
    <>
      <ListPage
        list={list}
        label={t('wx.label')}
        columns={columns}
        tabs={
          <StateTabs
            label={t('wx.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={bindingTabs.map((tab) => ({ value: tab, label: t(`wx.${tab}`), count: list.totals?.tabs[tab] }))}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('wx.search')} />
            <LookupFilter {...list.field('outletId')} label={t('user.outlet')} call={getOutletChoices} />
          </>
        }
        actions={(row) => [...(may ? [act([row])] : []), history.action(row.id, `${row.name} ${row.account}`)]}
        {...(may ? { batch: (rows: readonly BindingRow[]) => [act(rows)] } : {})}
        isVoid={(row) => !row.enabled}
        empty={<Empty title={t('wx.none')} text={t('wx.noneText')} />}
      />
      {history.drawer}
    </>
  )
}
