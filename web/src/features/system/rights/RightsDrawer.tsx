import { useQuery } from '@tanstack/react-query'
import type { PageKey } from '@xunyun/contract/pages'
import { kinds, type Own } from '@xunyun/contract/rights'
import {
  getRightMenus,
  getUserRight,
  type MenuItem,
  setSysUserRights,
  type User,
  type UserRightRow,
} from '@xunyun/contract/system/calls'
import { Button, Checkbox, Input } from 'antd'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
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
import styles from '../System.module.css'
import { OwnCell } from './OwnCell.tsx'
import { OwnPanel } from './OwnPanel.tsx'
import { isOwn, type Owns, ownAt, ownChanges, readGiven, readOwns, writeOwns } from './ownModel.ts'
import { type CellOf, RightsTable } from './RightsTable.tsx'

/** What a user may do on each page: by the roles, and by rights of his own on top; and what saving would change. */
export function RightsDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('system')
  const tab = useTab()
  const menus = useQuery(q(getRightMenus, {}))
  const rights = useQuery({
    ...q(getUserRight, { UserID: user.UserID }),
    staleTime: 0,
    gcTime: 0,
  })
  const [edited, setEdited] = useState<Owns | null>(null)
  const before = useMemo(() => rights.data && readOwns(rights.data), [rights.data])
  const failed = menus.error ?? rights.error
  const isDirty = (owns: Owns | null) =>
    owns !== null && before !== undefined && ownChanges(menus.data ?? [], before, owns).length > 0

  const change = (owns: Owns) => {
    setEdited(owns)
    tab.setDirty(isDirty(owns))
  }
  const leave = async () => {
    if (isDirty(edited) && !(await mayDiscard(t('rights.title', { name: user.UNAME })))) return
    tab.setDirty(false)
    onClose()
  }

  return (
    <Sheet bare width={760} title={t('rights.title', { name: user.UNAME })} onClose={() => void leave()}>
      {failed ? (
        <LoadError
          error={failed}
          retry={() => {
            void menus.refetch()
            void rights.refetch()
          }}
        />
      ) : menus.data && rights.data && before ? (
        <RightsSheet
          user={user}
          menus={menus.data}
          rows={rights.data}
          before={before}
          owns={edited ?? before}
          onChange={change}
          onLeave={() => void leave()}
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
  user: User
  menus: readonly MenuItem[]
  rows: readonly UserRightRow[]
  before: Owns
  owns: Owns
  onChange: (owns: Owns) => void
  onLeave: () => void
  onSaved: () => void
}

function RightsSheet({ user, menus, rows, before, owns, onChange, onLeave, onSaved }: SheetProps) {
  const { t } = useTranslation(['system', 'common', 'ui'])
  const language = useLanguage()
  const { visible } = useTab()
  const mine = useSession((session) => session.menus)
  const [find, setFind] = useState('')
  const [onlyOwn, setOnlyOwn] = useState(false)
  const [chosen, setChosen] = useState<CellOf | null>(null)
  const given = useMemo(() => readGiven(rows), [rows])
  const set = useAction(setSysUserRights, {
    success: t('rights.saved', { name: user.UNAME }),
    refresh: ['/api/SysUserRights/', '/api/Users/', '/api/Roles/'],
  })
  const changes = ownChanges(menus, before, owns)
  const words = (own: Own) =>
    kinds
      .filter((kind) => own[kind] !== null)
      .map((kind) => (own[kind] ? t(`rights.${kind}`) : t('own.deniedKind', { kind: t(`rights.${kind}`) })))
      .join(' + ') || t('own.asRoles')
  const roles = user.roles
    .map(({ name, enabled }) => (enabled ? name : t('roles.disabledName', { name })))
    .join(t('ui:list.separator'))

  const save = async () => {
    if (changes.length === 0) return
    await set.run({ UserID: user.UserID, Rights: writeOwns(owns) })
    onSaved()
  }
  useSaveKey(visible, () => void save().catch(() => undefined))
  const isChosen = ({ items, kind }: CellOf) =>
    chosen !== null && chosen.kind === kind && chosen.items.map(idOf).join() === items.map(idOf).join()

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
        <Checkbox className={styles.only} checked={onlyOwn} onChange={(event) => setOnlyOwn(event.target.checked)}>
          {t('own.only')}
        </Checkbox>
      </div>
      <p className={styles.roleLine}>{roles === '' ? t('own.noRoles') : t('own.roles', { roles })}</p>
      <RightsTable
        menus={menus}
        find={find}
        only={onlyOwn ? (item) => isOwn(ownAt(owns, item.MenuID)) || isOwn(ownAt(before, item.MenuID)) : undefined}
        cell={(of) => (
          <OwnCell {...of} given={given} owns={owns} isChosen={isChosen(of)} onChoose={() => setChosen(of)} />
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
      <OwnPanel
        userId={user.UserID}
        cell={chosen}
        given={given}
        owns={owns}
        before={before}
        mayGrant={(item, kind) => rightsOfPage(mine, item.Page as PageKey)[kind]}
        onChange={onChange}
      />
      <div className={styles.foot}>
        <span className={styles.count}>
          {changes.length === 0 ? t('rights.unchanged') : t('rights.changed', { number: changes.length })}
        </span>
        <Button onClick={onLeave}>{t('common:cancel')}</Button>
        <ActButton
          type="primary"
          loading={set.pending}
          refused={changes.length === 0 ? t('ui:why.nothingChanged') : null}
          onClick={() => void save().catch(() => undefined)}
        >
          {t('act.save')}
        </ActButton>
      </div>
    </>
  )
}

const idOf = (item: MenuItem) => item.MenuID
