import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { endSessions, getAllUsers, getUserHistory, scopes, type User, userTabs } from '@xunyun/contract/system/calls'
import { getRoleChoices } from '@xunyun/contract/system/roles'
import { assignRoles, exportUsers, setUsersEnabled } from '@xunyun/contract/system/userBatches'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { ChoiceFilter, DayRangeFilter, FlagFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { userColumns } from './userColumns.ts'
import { useUserHistory } from './userHistory.ts'

const UserForm = late(() => import('./UserForm.tsx').then((file) => file.UserForm))
const RightsDrawer = late(() => import('../rights/RightsDrawer.tsx').then((file) => file.RightsDrawer))
const AssignRoles = late(() => import('./AssignRoles.tsx').then((file) => file.AssignRoles))
const ResetPassword = late(() => import('./ResetPassword.tsx').then((file) => file.ResetPassword))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'UNAME', dir: 'asc' } } as const
const idOf = (user: User) => user.UserID
const refresh = ['/api/Users/', '/api/SysUserRights/', '/api/BindCompany/', '/api/Roles/'] as const

type Open = { readonly what: 'form' | 'rights' | 'password'; readonly user: User | null }

export default function UsersPage() {
  const { t } = useTranslation(['system', 'ui'])
  const me = useSession((session) => session.userInfo?.UserID)
  const may = useRight('user')
  const list = useList({ call: getAllUsers, exportCall: exportUsers, defaults, idOf })
  const [open, setOpen] = useOpen<Open>()
  const [assigning, setAssigning] = useState<readonly User[] | null>(null)
  const assign = useBatch(assignRoles, { title: t('act.assign'), refresh, onDone: list.acted })
  const enabling = useBatch(setUsersEnabled, { title: t('act.enable'), refresh, onDone: list.acted })
  const disabling = useBatch(setUsersEnabled, { title: t('act.disable'), refresh, onDone: list.acted })
  const end = useAction(endSessions, { refresh, success: ({ ended }) => t('done.ended', { number: ended }) })
  const history = useHistory(getUserHistory, useUserHistory())

  const setEnabled = async (users: readonly User[], enabled: boolean) => {
    const ids = users.map(idOf)
    if (enabled) {
      await enabling.run({ ids, enabled })
      return
    }
    const [first] = users
    const ask = {
      title:
        first && users.length === 1
          ? t('ask.disableTitle', { name: first.UNAME })
          : t('ask.disableMany', { number: users.length }),
      text: t('ask.disableText'),
      yes: t('act.disable'),
      danger: true,
    }
    if (await confirm(ask)) await disabling.run({ ids, enabled })
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
      { key: 'change', label: t('ui:master.change'), refused: edit, onClick: show('form') },
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
            onClick: () => void setEnabled([user], false).catch(() => undefined),
          }
        : {
            key: 'enable',
            label: t('act.enable'),
            refused: approve,
            onClick: () => void setEnabled([user], true).catch(() => undefined),
          },
      history.action(user.UserID, user.UNAME),
    ]
  }

  const batch = (users: readonly User[]): BatchAction[] => {
    const approve = may.approve ? null : t('act.noRight')
    const on = users.filter(({ STATUS }) => STATUS === 0)
    const off = users.filter(({ STATUS }) => STATUS === 1)
    const onlySelf = on.every(({ UserID }) => UserID === me) ? t('act.notYourself') : null
    return [
      {
        key: 'assign',
        label: t('act.assign'),
        refused: may.edit ? null : t('act.noRight'),
        onClick: () => setAssigning(users),
      },
      ...(off.length > 0
        ? [
            {
              key: 'enable',
              label: t('act.enable'),
              refused: approve,
              onClick: () => void setEnabled(off, true).catch(() => undefined),
            },
          ]
        : []),
      ...(on.length > 0
        ? [
            {
              key: 'disable',
              label: t('act.disable'),
              danger: true,
              refused: approve ?? onlySelf,
              onClick: () => void setEnabled(on, false).catch(() => undefined),
            },
          ]
        : []),
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
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={userTabs.map((tab) => ({ value: tab, label: t(`users.${tab}`), count: list.answer?.[tab] }))}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('users.search')} />
            <LookupFilter {...list.field('outletId')} label={t('user.outlet')} call={getOutletChoices} />
            <LookupFilter {...list.field('roleId')} label={t('user.roles')} call={getRoleChoices} />
          </>
        }
        more={
          <>
            <ChoiceFilter
              {...list.field('scope')}
              label={t('user.scope')}
              options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
              width={160}
            />
            <FlagFilter {...list.field('isDial')} label={t('user.isDial')} yes={t('user.yes')} no={t('user.no')} />
            <DayRangeFilter {...list.range('loginFrom', 'loginTo')} label={t('user.lastLogin')} />
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
        batch={batch}
        actions={actions}
        isVoid={(row) => row.STATUS === 1}
        onOpen={(row) => (may.edit ? setOpen({ what: 'form', user: row }) : history.open(row.UserID, row.UNAME))}
      />
      {open?.what === 'form' && <UserForm user={user} onClose={close} />}
      {open?.what === 'rights' && user && <RightsDrawer user={user} onClose={close} />}
      {assigning && (
        <AssignRoles
          users={assigning}
          pending={assign.pending}
          onSubmit={(roles, mode) => assign.run({ ids: assigning.map(idOf), roles, mode })}
          onClose={() => setAssigning(null)}
        />
      )}
      {open?.what === 'password' && user && <ResetPassword user={user} onClose={close} />}
      {history.drawer}
    </>
  )
}
