import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Kind } from '@xunyun/contract/kernel/call'
import type { PageKey } from '@xunyun/contract/pages'
import { getRightMenus, type MenuItem } from '@xunyun/contract/system/calls'
import { getRoleImpact, getRoleRights, setRoleRights } from '@xunyun/contract/system/roles'
import { Button, Input } from 'antd'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../../shared/action/ActButton.tsx'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { mayDiscard, useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { menuTitle } from '../../../shared/session/menus.ts'
import { rightsOfPage } from '../../../shared/session/rights.ts'
import { useSession } from '../../../shared/session/session.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { Bones } from '../Bones.tsx'
import { RightsTable, TickCell } from '../rights/RightsTable.tsx'
import { changesOf, readTicks, type Ticks, writeTicks } from '../rights/rightsModel.ts'
import styles from '../System.module.css'

type Props = { readonly role: { id: number; name: string }; readonly readOnly: boolean; readonly onClose: () => void }

/** What a role gives on each page, and how many people a change would affect before it is saved. */
export function RoleRights({ role, readOnly, onClose }: Props) {
  const { t } = useTranslation('system')
  const tab = useTab()
  const menus = useQuery(q(getRightMenus, {}))
  const rights = useQuery({
    ...q(getRoleRights, { id: role.id }),
    staleTime: 0,
    gcTime: 0,
  })
  const [edited, setEdited] = useState<Ticks | null>(null)
  const before = useMemo(() => rights.data && readTicks(rights.data.rows), [rights.data])
  const failed = menus.error ?? rights.error
  const isDirty = (ticks: Ticks | null) =>
    ticks !== null && before !== undefined && changesOf(menus.data ?? [], before, ticks).length > 0
  const title = t('role.rightsTitle', { name: role.name })

  const leave = async () => {
    if (isDirty(edited) && !(await mayDiscard(title))) return
    tab.setDirty(false)
    onClose()
  }
  return (
    <Sheet bare width={720} title={title} onClose={() => void leave()}>
      {failed ? (
        <LoadError
          error={failed}
          retry={() => {
            void menus.refetch()
            void rights.refetch()
          }}
        />
      ) : menus.data && rights.data && before ? (
        <RoleSheet
          role={role}
          version={rights.data.version}
          people={rights.data.people}
          enabled={rights.data.enabled}
          readOnly={readOnly}
          menus={menus.data}
          before={before}
          ticks={edited ?? before}
          onChange={(ticks) => {
            setEdited(ticks)
            tab.setDirty(isDirty(ticks))
          }}
          onLeave={() => void leave()}
          onStale={() => void rights.refetch()}
          onSaved={() => {
            tab.setDirty(false)
            onClose()
          }}
        />
      ) : (
        <Bones />
      )}
    </Sheet>
  )
}

type SheetProps = {
  role: { id: number; name: string }
  version: number
  people: number
  enabled: boolean
  readOnly: boolean
  menus: readonly MenuItem[]
  before: Ticks
  ticks: Ticks
  onChange: (ticks: Ticks) => void
  onLeave: () => void
  onStale: () => void
  onSaved: () => void
}

const refresh = ['/api/Roles/', '/api/Users/', '/api/SysUserRights/']

function RoleSheet(props: SheetProps) {
  const { role, version, people, enabled, readOnly, menus, before, ticks, onChange, onLeave, onStale, onSaved } = props
  const { t } = useTranslation(['system', 'common', 'ui'])
  const language = useLanguage()
  const { visible } = useTab()
  const mine = useSession((session) => session.menus)
  const [find, setFind] = useState('')
  const set = useAction(setRoleRights, {
    success: (saved) => t('role.rightsSaved', { name: role.name, people: saved.people }),
    refresh,
  })
  const changes = changesOf(menus, before, ticks)
  const affected = useImpact(role.id, ticks, changes.length > 0)
  const words = (list: readonly Kind[]) =>
    list.length === 0 ? t('rights.none') : list.map((kind) => t(`rights.${kind}`)).join(' + ')
  const mayGrant = (item: MenuItem, kind: Kind) => !readOnly && rightsOfPage(mine, item.Page as PageKey)[kind]

  const save = async () => {
    if (changes.length === 0) return
    try {
      await set.run({ id: role.id, version, Rights: writeTicks(ticks) })
      onSaved()
    } catch {
      // It has been said. If somebody else changed it, what is ticked stays, and is compared with what is there now.
      onStale()
    }
  }
  useSaveKey(visible && !readOnly, () => void save())

  return (
    <>
      <div className={styles.bar}>
        <Input
          type="search"
          allowClear
          prefix={<Search size={14} strokeWidth={1.75} />}
          placeholder={t('rights.find')}
          aria-label={t('rights.find')}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
      </div>
      <p className={styles.roleLine}>
        {enabled ? t('role.holders', { number: people }) : t('role.disabledHint', { number: people })}
      </p>
      <RightsTable
        menus={menus}
        find={find}
        cell={(of) => (
          <TickCell {...of} ticks={ticks} before={readOnly ? none : before} mayGrant={mayGrant} onChange={onChange} />
        )}
      />
      {changes.length > 0 && (
        <ul className={styles.changes} aria-label={t('rights.changed', { number: changes.length })}>
          {changes.map(({ item, from, to }) => (
            <li key={item.MenuID}>
              <span>{menuTitle(item, language)}</span>
              <del>{words(from)}</del>
              <span aria-hidden="true">→</span>
              <ins>{words(to)}</ins>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <span className={styles.count} aria-live="polite">
          {changes.length === 0
            ? t('rights.unchanged')
            : `${t('rights.changed', { number: changes.length })}${affected === undefined ? '' : ` · ${t('role.affects', { number: affected })}`}`}
        </span>
        <Button onClick={onLeave}>{readOnly ? t('common:close') : t('common:cancel')}</Button>
        {!readOnly && (
          <ActButton
            type="primary"
            loading={set.pending}
            refused={changes.length === 0 ? t('ui:why.nothingChanged') : null}
            onClick={() => void save()}
          >
            {t('act.save')}
          </ActButton>
        )}
      </div>
    </>
  )
}

const none: Ticks = new Map()

/** Asked again while one ticks; the figure before stands until the new one is there. */
function useImpact(id: number, ticks: Ticks, asked: boolean): number | undefined {
  const wanted = useDeferredValue(ticks)
  const Rights = writeTicks(wanted)
  const { data } = useQuery({
    ...q(getRoleImpact, { id, Rights }),
    enabled: asked,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return data?.people
}
