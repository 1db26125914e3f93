import { useQuery } from '@tanstack/react-query'
import type { Choice } from '@xunyun/contract/kernel/list'
import { getRoleCandidates, getRoleMembers, setRoleMembers } from '@xunyun/contract/system/roles'
import { Button, Input } from 'antd'
import { Search, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../../shared/action/ActButton.tsx'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { mayDiscard, useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import { Bones } from '../Bones.tsx'
import styles from '../System.module.css'

type Props = { readonly role: { id: number; name: string }; readonly readOnly: boolean; readonly onClose: () => void }

/** Whom one chooses goes into the list; the box is empty again, and open for the next. */
const nobody: readonly number[] = []
const refresh = ['/api/Roles/', '/api/Users/', '/api/SysUserRights/']

/** Who has a role: people are added by name, taken out with a cross; nothing happens before it is saved. */
export function RoleMembers({ role, readOnly, onClose }: Props) {
  const { t } = useTranslation(['system', 'common', 'ui'])
  const tab = useTab()
  const members = useQuery({
    ...q(getRoleMembers, { id: role.id }),
    staleTime: 0,
    gcTime: 0,
  })
  const set = useAction(setRoleMembers, { refresh, success: t('done.saved') })
  const [added, setAdded] = useState<readonly Choice[]>([])
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const [find, setFind] = useState('')
  const title = t('role.membersTitle', { name: role.name })
  const changes = added.length + gone.size
  const has = (id: number) => members.data?.some(({ UserID }) => UserID === id) ?? false

  const mark = (nextAdded: readonly Choice[], nextGone: ReadonlySet<number>) => {
    setAdded(nextAdded)
    setGone(nextGone)
    tab.setDirty(nextAdded.length + nextGone.size > 0)
  }
  const turn = (id: number) => {
    const next = new Set(gone)
    if (!next.delete(id)) next.add(id)
    mark(added, next)
  }
  const add = (choice: Choice | undefined) => {
    if (choice === undefined || added.some(({ id }) => id === choice.id)) return
    if (!has(choice.id)) mark([choice, ...added], gone)
    else if (gone.has(choice.id)) turn(choice.id)
  }
  const leave = async () => {
    if (changes > 0 && !(await mayDiscard(title))) return
    tab.setDirty(false)
    onClose()
  }
  const save = async () => {
    if (changes === 0) return
    await set.run({ id: role.id, add: added.map(({ id }) => id), remove: [...gone] })
    tab.setDirty(false)
    onClose()
  }
  useSaveKey(tab.visible && !readOnly, () => void save().catch(() => undefined))

  const wanted = find.trim().toLowerCase()
  const finds = (...texts: (string | null)[]) =>
    wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted))
  const shown = members.data?.filter((one) => finds(one.UNAME, one.LOGNAME, one.outletName)) ?? []

  return (
    <Sheet bare width={560} title={title} onClose={() => void leave()}>
      {members.error ? (
        <LoadError error={members.error} retry={() => void members.refetch()} />
      ) : !members.data ? (
        <Bones />
      ) : (
        <>
          <div className={styles.bar}>
            {!readOnly && (
              <Lookup
                call={getRoleCandidates}
                multiple
                value={nobody}
                onChange={(_: unknown, [choice]: readonly Choice[]) => add(choice)}
                placeholder={t('role.addMember')}
                aria-label={t('role.addMember')}
                style={{ flex: 1, minWidth: 0 }}
              />
            )}
            <Input
              type="search"
              allowClear
              prefix={<Search size={14} strokeWidth={1.75} />}
              placeholder={t('role.findMember')}
              aria-label={t('role.findMember')}
              style={{ flex: 1, minWidth: 0 }}
              value={find}
              onChange={(event) => setFind(event.target.value)}
            />
          </div>
          <ul className={styles.people} aria-label={title}>
            {added.map((one) => (
              <li key={one.id}>
                <span className={styles.person}>
                  <b>{one.label}</b> {one.hint}
                </span>
                <StateTag tone="blue">{t('role.coming')}</StateTag>
                <Button
                  type="text"
                  size="small"
                  icon={<X size={14} strokeWidth={1.75} />}
                  aria-label={t('role.takeOut', { name: one.label })}
                  onClick={() =>
                    mark(
                      added.filter(({ id }) => id !== one.id),
                      gone,
                    )
                  }
                />
              </li>
            ))}
            {shown.map((one) => {
              const leaves = gone.has(one.UserID)
              return (
                <li key={one.UserID} data-gone={leaves || undefined}>
                  <span className={styles.person}>
                    <b>{one.UNAME}</b> {[one.LOGNAME, one.outletName].filter(Boolean).join(' · ')}
                  </span>
                  {one.STATUS === 1 && <StateTag tone="grey">{t('status.1')}</StateTag>}
                  {leaves && <StateTag tone="orange">{t('role.leaving')}</StateTag>}
                  {!readOnly && (
                    <Button
                      type="text"
                      size="small"
                      icon={leaves ? <Undo2 size={14} strokeWidth={1.75} /> : <X size={14} strokeWidth={1.75} />}
                      aria-label={t(leaves ? 'role.keep' : 'role.takeOut', { name: one.UNAME })}
                      onClick={() => turn(one.UserID)}
                    />
                  )}
                </li>
              )
            })}
            {added.length + shown.length === 0 && (
              <li className={styles.hint}>{t(wanted === '' ? 'role.noMembers' : 'role.noneFound')}</li>
            )}
          </ul>
          <div className={styles.foot}>
            <span className={styles.count}>
              {changes === 0
                ? t('role.holders', { number: members.data.length })
                : t('role.memberChanges', { added: added.length, removed: gone.size })}
            </span>
            <Button onClick={() => void leave()}>{readOnly ? t('common:close') : t('common:cancel')}</Button>
            {!readOnly && (
              <ActButton
                type="primary"
                loading={set.pending}
                refused={changes === 0 ? t('ui:why.nothingChanged') : null}
                onClick={() => void save().catch(() => undefined)}
              >
                {t('act.save')}
              </ActButton>
            )}
          </div>
        </>
      )}
    </Sheet>
  )
}
