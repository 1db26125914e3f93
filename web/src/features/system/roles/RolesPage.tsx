import {
  deleteRoles,
  exportRoles,
  getRoleHistory,
  getRoles,
  getRoleTotals,
  type RoleAction,
  type RoleRow,
  roleTabs,
  setRolesEnabled,
} from '@xunyun/contract/system/roles'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import { FlagFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { roleColumns } from './roleColumns.tsx'
import { useRoleHistory } from './roleHistory.ts'

const RoleForm = late(() => import('./RoleForm.tsx').then((file) => file.RoleForm))
const RoleRights = late(() => import('./RoleRights.tsx').then((file) => file.RoleRights))
const RoleMembers = late(() => import('./RoleMembers.tsx').then((file) => file.RoleMembers))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'name', dir: 'asc' } } as const
const refresh = ['/api/Roles/', '/api/Users/', '/api/SysUserRights/']

type Open =
  | { readonly what: 'form' | 'copy'; readonly role: RoleRow | null }
  | { readonly what: 'rights' | 'members'; readonly role: { readonly id: number; readonly name: string } }

/** Says once what a job may do, and who has it. */
export default function RolesPage() {
  const { t } = useTranslation(['system', 'ui'])
  const navigate = useNavigate()
  const may = useRight('role')
  const mayUsers = useRight('user').browse
  const list = useList({ call: getRoles, totals: getRoleTotals, exportCall: exportRoles, defaults })
  const [open, setOpen] = useOpen<Open>()
  const history = useHistory(getRoleHistory, useRoleHistory())

  const words: Readonly<Record<RoleAction, string>> = {
    change: t('ui:master.change'),
    rights: t('act.rights'),
    members: t('role.members'),
    copy: t('role.copy'),
    enable: t('act.enable'),
    disable: t('act.disable'),
    delete: t('ui:master.delete'),
  }
  const acts = useActs<RoleRow>({
    refresh,
    onDone: list.acted,
    word: (key) => words[key],
    nameOf: ({ name }) => name,
    acts: {
      // Whoever may not change them may still look.
      moreSeen: ([role], single) =>
        single && role
          ? [
              { key: 'rights', label: t('act.rights'), onClick: () => setOpen({ what: 'rights', role }) },
              { key: 'members', label: t('role.members'), onClick: () => setOpen({ what: 'members', role }) },
            ]
          : [],
      change: { single: true, open: ([role]) => role && setOpen({ what: 'form', role }) },
      copy: { single: true, open: ([role]) => role && setOpen({ what: 'copy', role }) },
      moreUsers: ([role], single) =>
        single && role && mayUsers && role.people > 0
          ? [
              {
                key: 'users',
                label: t('role.users'),
                onClick: () => void navigate(`${pathTo('user')}?roleId=${role.id}`),
              },
            ]
          : [],
      enable: { call: setRolesEnabled, with: { enabled: true } },
      disable: {
        call: setRolesEnabled,
        with: { enabled: false },
        danger: true,
        confirm: (rows) => t('role.disableText', { number: rows.reduce((sum, { people }) => sum + people, 0) }),
      },
      delete: { call: deleteRoles, danger: true, confirm: t('ui:master.deleteText') },
      moreHistory: ([role], single) => (single && role ? [history.action(role.id, role.name)] : []),
    },
  })

  const create = may.edit && (
    <Button
      type="primary"
      icon={<Plus size={14} strokeWidth={1.75} />}
      onClick={() => setOpen({ what: 'form', role: null })}
    >
      {t('role.add')}
    </Button>
  )
  const close = () => setOpen(null)
  const readOnly = !may.edit
  return (
    <>
      <ListPage
        list={list}
        label={t('role.label')}
        columns={roleColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('role.status')}
            tabs={roleTabs}
            word={(tab) => t(tab === 'enabled' ? 'users.enabled' : 'users.disabled')}
            all={t('role.all')}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('role.search')} />
            <FlagFilter
              {...list.field('preset')}
              label={t('role.preset')}
              yes={t('role.presetOne')}
              no={t('role.ownOne')}
              width={140}
            />
          </>
        }
        primary={create || undefined}
        batch={acts.batch}
        actions={acts.row}
        isVoid={(row) => !row.enabled}
        onOpen={(role) => setOpen({ what: 'rights', role })}
        empty={<Empty title={t('role.none')}>{create}</Empty>}
      />
      {acts.dialogs}
      {(open?.what === 'form' || open?.what === 'copy') && (
        <RoleForm
          role={open.role}
          copy={open.what === 'copy'}
          onClose={() => setOpen((now) => (now?.what === 'rights' ? now : null))}
          onMade={(role) => setOpen({ what: 'rights', role })}
        />
      )}
      {open?.what === 'rights' && <RoleRights role={open.role} readOnly={readOnly} onClose={close} />}
      {open?.what === 'members' && <RoleMembers role={open.role} readOnly={readOnly} onClose={close} />}
      {history.drawer}
    </>
  )
}
