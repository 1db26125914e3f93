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
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { FlagFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { roleColumns } from './roleColumns.tsx'
import { useRoleHistory } from './roleHistory.ts'

const RoleForm = late(() => import('./RoleForm.tsx').then((file) => file.RoleForm))
const RoleRights = late(() => import('./RoleRights.tsx').then((file) => file.RoleRights))
const RoleMembers = late(() => import('./RoleMembers.tsx').then((file) => file.RoleMembers))
const HistoryDrawer = late(() => import('../../../shared/detail/HistoryDrawer.tsx').then((file) => file.HistoryDrawer))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'name', dir: 'asc' } } as const
const refresh = ['/api/Roles/', '/api/Users/', '/api/SysUserRights/']

type Open =
  | { readonly what: 'form' | 'copy' | 'history'; readonly role: RoleRow | null }
  | { readonly what: 'rights' | 'members'; readonly role: { readonly id: number; readonly name: string } }

/** Says once what a job may do, and who has it. */
export default function RolesPage() {
  const { t } = useTranslation(['system', 'ui'])
  const navigate = useNavigate()
  const may = useRight('role')
  const mayUsers = useRight('user').browse
  const list = useList({ call: getRoles, totals: getRoleTotals, exportCall: exportRoles, defaults })
  const [open, setOpen] = useOpen<Open>()
  const enabling = useBatch(setRolesEnabled, { title: t('act.enable'), refresh, onDone: list.clear })
  const disabling = useBatch(setRolesEnabled, { title: t('act.disable'), refresh, onDone: list.clear })
  const removing = useBatch(deleteRoles, { title: t('ui:master.delete'), refresh, onDone: list.clear })
  const history = useRoleHistory()

  const disable = async (rows: readonly RoleRow[]) => {
    const people = rows.reduce((sum, row) => sum + row.people, 0)
    const yes = await confirm({
      title:
        rows[0] && rows.length === 1
          ? t('ask.disableTitle', { name: rows[0].name })
          : t('ui:master.disableMany', { number: rows.length }),
      text: t('role.disableText', { number: people }),
      yes: t('act.disable'),
      danger: true,
    })
    if (yes) await disabling.run({ ids: rows.map(({ id }) => id), enabled: false })
  }
  const remove = async (rows: readonly RoleRow[]) => {
    const yes = await confirm({
      title:
        rows[0] && rows.length === 1
          ? t('ui:master.deleteOne', { name: rows[0].name })
          : t('ui:master.deleteMany', { number: rows.length }),
      text: t('ui:master.deleteText'),
      yes: t('ui:master.delete'),
      danger: true,
    })
    if (yes) await removing.run({ ids: rows.map(({ id }) => id) })
  }
  const enable = (rows: readonly RoleRow[]) => enabling.run({ ids: rows.map(({ id }) => id), enabled: true })

  const abilityOf = (row: RoleRow, action: RoleAction) => row.abilities.find((ability) => ability.action === action)
  const offered = (
    row: RoleRow,
    action: RoleAction,
    label: string,
    onClick: () => void,
    danger = false,
  ): RowAction[] => {
    const ability = abilityOf(row, action)
    return ability === undefined ? [] : [{ key: action, label, refused: ability.reason, danger, onClick }]
  }
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)

  const actions = (role: RoleRow): RowAction[] => [
    // Whoever may not change them may still look.
    { key: 'rights', label: t('act.rights'), onClick: () => setOpen({ what: 'rights', role }) },
    { key: 'members', label: t('role.members'), onClick: () => setOpen({ what: 'members', role }) },
    ...offered(role, 'change', t('ui:master.change'), () => setOpen({ what: 'form', role })),
    ...offered(role, 'copy', t('role.copy'), () => setOpen({ what: 'copy', role })),
    ...(mayUsers && role.people > 0
      ? [
          {
            key: 'users',
            label: t('role.users'),
            onClick: () => void navigate(`${pathTo('user')}?roleId=${role.id}`),
          },
        ]
      : []),
    ...offered(role, 'enable', t('act.enable'), () => quietly(enable([role]))),
    ...offered(role, 'disable', t('act.disable'), () => quietly(disable([role])), true),
    ...offered(role, 'delete', t('ui:master.delete'), () => quietly(remove([role])), true),
    { key: 'history', label: t('act.history'), onClick: () => setOpen({ what: 'history', role }) },
  ]
  const batch = (rows: readonly RoleRow[]): BatchAction[] => {
    const able = (action: RoleAction) => rows.filter((row) => abilityOf(row, action) !== undefined)
    const refusedAll = (some: readonly RoleRow[], action: RoleAction) => {
      const reasons = some.map((row) => abilityOf(row, action)?.reason ?? null)
      return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
    }
    const [off, on, all] = [able('enable'), able('disable'), able('delete')]
    return [
      ...(off.length > 0
        ? [
            {
              key: 'enable',
              label: t('act.enable'),
              refused: refusedAll(off, 'enable'),
              onClick: () => quietly(enable(off)),
            },
          ]
        : []),
      ...(on.length > 0
        ? [{ key: 'disable', label: t('act.disable'), danger: true, onClick: () => quietly(disable(on)) }]
        : []),
      ...(all.length > 0
        ? [
            {
              key: 'delete',
              label: t('ui:master.delete'),
              danger: true,
              refused: refusedAll(all, 'delete'),
              onClick: () => quietly(remove(all)),
            },
          ]
        : []),
    ]
  }

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
          <StateTabs
            label={t('role.status')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              ...roleTabs.map((tab) => ({
                value: tab,
                label: t(tab === 'enabled' ? 'users.enabled' : 'users.disabled'),
                count: list.totals?.tabs[tab],
              })),
              { value: undefined, label: t('role.all'), count: list.totals?.tabs.all },
            ]}
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
        batch={batch}
        actions={actions}
        isVoid={(row) => !row.enabled}
        onOpen={(role) => setOpen({ what: 'rights', role })}
        empty={<Empty title={t('role.none')}>{create}</Empty>}
      />
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
      {open?.what === 'history' && open.role && (
        <HistoryDrawer title={open.role.name} call={getRoleHistory} id={open.role.id} {...history} onClose={close} />
      )}
    </>
  )
}
