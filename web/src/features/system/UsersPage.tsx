import { getOutletChoices } from '@xunyun/contract/customers/calls'
import { changeUsers, endSessions, getAllUsers, getUserHistory, scopes, type User } from '@xunyun/contract/system/calls'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ChoiceFilter, LookupFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { userColumns } from './userColumns.ts'
import { useUserHistory } from './userHistory.ts'

const UserForm = late(() => import('./UserForm.tsx').then((file) => file.UserForm))
const RightsDrawer = late(() => import('./RightsDrawer.tsx').then((file) => file.RightsDrawer))
const ResetPassword = late(() => import('./ResetPassword.tsx').then((file) => file.ResetPassword))
const HistoryDrawer = late(() => import('../../shared/detail/HistoryDrawer.tsx').then((file) => file.HistoryDrawer))

const defaults = { filter: { STATUS: 0 }, sort: { key: 'UNAME', dir: 'asc' } } as const
const idOf = (user: User) => user.UserID
const refresh = ['/api/Users/', '/api/SysUserRights/', '/api/BindCompany/'] as const

type Open = { readonly what: 'form' | 'rights' | 'password' | 'history'; readonly user: User | null }

export default function UsersPage() {
  const { t } = useTranslation('system')
  const me = useSession((session) => session.userInfo?.UserID)
  const may = useRight('user')
  const list = useList({ call: getAllUsers, defaults, idOf, tabField: 'STATUS' })
  const [open, setOpen] = useState<Open | null>(null)
  const change = useAction(changeUsers, { refresh })
  const end = useAction(endSessions, { refresh, success: ({ ended }) => t('done.ended', { number: ended }) })
  const history = useUserHistory()

  const setStatus = async (user: User, STATUS: 0 | 1) => {
    const name = user.UNAME
    const ask = {
      title: t('ask.disableTitle', { name }),
      text: t('ask.disableText'),
      yes: t('act.disable'),
      danger: true,
    }
    if (STATUS === 1 && !(await confirm(ask))) return
    const { UserID, version, UNAME, mobile, outletId, ISDIAL, PHOTO, scope } = user
    await change.run({ UserID, version, STATUS, UNAME, mobile, outletId, ISDIAL, PHOTO: PHOTO || undefined, scope })
    toast.success(t(STATUS === 1 ? 'done.disabled' : 'done.enabled', { name }))
  }
  const endAll = async (user: User) => {
    const name = user.UNAME
    const ask = { title: t('ask.endTitle', { name }), text: t('ask.endText'), yes: t('act.end'), danger: true }
    if (await confirm(ask)) await end.run({ UserID: user.UserID })
  }

  const actions = (user: User): RowAction[] => {
    const edit = may.edit ? null : t('act.noRight')
    const approve = may.approve ? null : t('act.noRight')
    const show = (what: Open['what']) => () => setOpen({ what, user })
    const self = user.UserID === me ? t('act.notYourself') : null
    return [
      { key: 'change', label: t('act.change'), refused: edit, onClick: show('form') },
      { key: 'rights', label: t('act.rights'), refused: edit, onClick: show('rights') },
      { key: 'reset', label: t('act.reset'), refused: approve, onClick: show('password') },
      {
        key: 'end',
        label: t('act.end'),
        refused: approve ?? (user.sessions === 0 ? t('act.notOnline') : null),
        onClick: () => void endAll(user).catch(() => undefined),
      },
      user.STATUS === 0
        ? {
            key: 'disable',
            label: t('act.disable'),
            danger: true,
            refused: approve ?? self,
            onClick: () => void setStatus(user, 1).catch(() => undefined),
          }
        : {
            key: 'enable',
            label: t('act.enable'),
            refused: approve,
            onClick: () => void setStatus(user, 0).catch(() => undefined),
          },
      { key: 'history', label: t('act.history'), onClick: show('history') },
    ]
  }

  const user = open?.user ?? null
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('users.label')}
        columns={userColumns}
        tabs={
          <StateTabs
            label={t('user.status')}
            value={list.filter.STATUS}
            onChange={(STATUS) => list.setFilter({ STATUS })}
            tabs={[
              { value: 0, label: t('users.enabled'), count: list.answer?.enabled },
              { value: 1, label: t('users.disabled'), count: list.answer?.disabled },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('users.search')} />
            <LookupFilter {...list.field('outletId')} label={t('user.outlet')} call={getOutletChoices} />
            <ChoiceFilter
              {...list.field('scope')}
              label={t('user.scope')}
              options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
              width={160}
            />
          </>
        }
        primary={
          may.edit && (
            <Button
              type="primary"
              icon={<Plus size={14} strokeWidth={1.75} />}
              onClick={() => setOpen({ what: 'form', user: null })}
            >
              {t('act.add')}
            </Button>
          )
        }
        empty={<Empty title={t('users.none')} />}
        actions={actions}
        onOpen={(row) => setOpen({ what: may.edit ? 'form' : 'history', user: row })}
      />
      {open?.what === 'form' && <UserForm user={user} onClose={close} />}
      {open?.what === 'rights' && user && <RightsDrawer user={user} onClose={close} />}
      {open?.what === 'password' && user && <ResetPassword user={user} onClose={close} />}
      {open?.what === 'history' && user && (
        <HistoryDrawer title={user.UNAME} call={getUserHistory} id={user.UserID} {...history} onClose={close} />
      )}
    </>
  )
}
