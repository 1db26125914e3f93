import { useQuery } from '@tanstack/react-query'
import type { PageKey } from '@xunyun/contract/pages'
import { type Job, jobs } from '@xunyun/contract/rights'
import { getRightMenus, getUserRight, type MenuItem, setSysUserRights, type User } from '@xunyun/contract/system/calls'
import { Button, Dropdown, Input } from 'antd'
import { ChevronDown, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { mayDiscard, useSaveKey } from '../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { menuTitle } from '../../shared/session/menus.ts'
import { rightsOfPage } from '../../shared/session/rights.ts'
import { useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { Bone } from '../../shared/ui/Skeleton.tsx'
import { RightsTable } from './RightsTable.tsx'
import { changesOf, type kinds, presetTicks, readTicks, type Ticks, writeTicks } from './rightsModel.ts'
import styles from './system.module.css'

/** What a user may do on each page, and what saving would change. */
export function RightsDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('system')
  const tab = useTab()
  const menus = useQuery({
    queryKey: [getRightMenus.path],
    queryFn: ({ signal }) => api(getRightMenus, {}, { signal, quiet: true }),
  })
  const rights = useQuery({
    queryKey: [getUserRight.path, user.UserID],
    queryFn: ({ signal }) => api(getUserRight, { UserID: user.UserID }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })
  const [edited, setEdited] = useState<Ticks | null>(null)
  const before = useMemo(() => rights.data && readTicks(rights.data), [rights.data])
  const failed = menus.error ?? rights.error

  const change = (ticks: Ticks) => {
    setEdited(ticks)
    tab.setDirty(before !== undefined && changesOf(menus.data ?? [], before, ticks).length > 0)
  }
  const leave = async () => {
    const dirty = edited && before && changesOf(menus.data ?? [], before, edited).length > 0
    if (dirty && !(await mayDiscard(t('rights.title', { name: user.UNAME })))) return
    tab.setDirty(false)
    onClose()
  }

  return (
    <Sheet bare width={680} title={t('rights.title', { name: user.UNAME })} onClose={() => void leave()}>
      {failed ? (
        <LoadError
          error={failed}
          retry={() => {
            void menus.refetch()
            void rights.refetch()
          }}
        />
      ) : menus.data && before ? (
        <RightsSheet
          user={user}
          menus={menus.data}
          before={before}
          ticks={edited ?? before}
          onChange={change}
          onLeave={() => void leave()}
          onSaved={() => {
            tab.setDirty(false)
            onClose()
          }}
        />
      ) : (
        <div className={styles.bones} aria-busy="true">
          {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
            <Bone key={line} height={20} />
          ))}
        </div>
      )}
    </Sheet>
  )
}

type SheetProps = {
  user: User
  menus: readonly MenuItem[]
  before: Ticks
  ticks: Ticks
  onChange: (ticks: Ticks) => void
  onLeave: () => void
  onSaved: () => void
}

function RightsSheet({ user, menus, before, ticks, onChange, onLeave, onSaved }: SheetProps) {
  const { t } = useTranslation(['system', 'common'])
  const language = useLanguage()
  const { visible } = useTab()
  const own = useSession((session) => session.menus)
  const [find, setFind] = useState('')
  const set = useAction(setSysUserRights, {
    success: t('rights.saved', { name: user.UNAME }),
    refresh: ['/api/SysUserRights/', '/api/Users/'],
  })
  const changes = changesOf(menus, before, ticks)
  const words = (list: readonly (typeof kinds)[number][]) =>
    list.length === 0 ? t('rights.none') : list.map((kind) => t(`rights.${kind}`)).join(' + ')

  const save = async () => {
    if (changes.length === 0) return
    await set.run({ UserID: user.UserID, Rights: writeTicks(ticks) })
    onSaved()
  }
  useSaveKey(visible, () => void save().catch(() => undefined))

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
        <Dropdown
          trigger={['click']}
          menu={{
            items: jobs.map((job) => ({ key: job, label: t(`job.${job}`) })),
            onClick: ({ key }) => onChange(presetTicks(menus, key as Job)),
          }}
        >
          <Button>
            {t('rights.start')}
            <ChevronDown size={14} strokeWidth={1.75} />
          </Button>
        </Dropdown>
      </div>
      <RightsTable
        menus={menus}
        ticks={ticks}
        before={before}
        find={find}
        mayGrant={(item, kind) => rightsOfPage(own, item.Page as PageKey)[kind]}
        onChange={onChange}
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
        <span className={styles.count}>
          {changes.length === 0 ? t('rights.unchanged') : t('rights.changed', { number: changes.length })}
        </span>
        <Button onClick={onLeave}>{t('common:cancel')}</Button>
        <Button
          type="primary"
          loading={set.pending}
          disabled={changes.length === 0}
          onClick={() => void save().catch(() => undefined)}
        >
          {t('act.save')}
        </Button>
      </div>
    </>
  )
}
