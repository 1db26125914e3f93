import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pageKeys, pageOf } from '@xunyun/contract/pages'
import {
  addFunType,
  changeFuncType,
  getFuncType,
  getFuncTypeAll,
  type MenuRow,
  menuIconNames,
} from '@xunyun/contract/system/menus'
import { AutoComplete, Checkbox, Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { menuTitle } from '../../../shared/session/menus.ts'
import { refreshMenus } from '../../../shared/session/refreshMenus.ts'
import { useRight } from '../../../shared/session/session.ts'
import { isWithin } from '../../../shared/tree/moves.ts'
import { menuIcon } from '../../../shared/ui/menuIcon.tsx'
import styles from './Tree.module.css'

type Values = {
  ParentID: number
  Names: { zh?: string; en?: string; es?: string; ja?: string }
  GoUrl?: string
  Icon?: string
  isLeaf: boolean
  openwindow: boolean
  Approved: boolean
  FromLocation: number
}
type Props = {
  /** Null: a new one. */
  readonly menu: MenuRow | null
  /** Where a new one begins. */
  readonly parent: number
  readonly onClose: () => void
}

export const menuPaths = ['/api/Users/GetMenus', '/api/Users/GetFunc', '/api/SysUserRights/', '/api/Roles/']

const valuesOf = (menu: MenuRow): Values => ({
  ParentID: menu.ParentID,
  Names: menu.Names,
  GoUrl: menu.GoUrl,
  Icon: menu.Icon,
  isLeaf: menu.isLeaf === 1,
  openwindow: menu.openwindow === 1,
  Approved: menu.Approved === 1,
  FromLocation: menu.FromLocation,
})
const bit = (on: boolean) => (on ? 1 : 0)

/** Adds a menu entry or changes one; it is in force when people start next, here at once. */
export function MenuForm({ menu, parent, onClose }: Props) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const client = useQueryClient()
  const mayApprove = useRight('menu').approve
  const mayIcons = useRight('icons').browse
  const [version, setVersion] = useState(menu?.version ?? 0)
  const add = useAction(addFunType, { refresh: menuPaths, success: t('done.saved') })
  const change = useAction(changeFuncType, { refresh: menuPaths, success: t('done.saved') })
  const { data: all } = useQuery(q(getFuncTypeAll, {}))
  const parents = useMemo(
    () => [
      { value: 0, label: t('menu.top') },
      ...(all ?? [])
        .filter((row) => menu === null || !isWithin(all ?? [], row.id, menu.id))
        .map((row) => ({ value: row.id, label: `${'\u3000'.repeat(row.depth + 1)}${menuTitle(row, language)}` })),
    ],
    [all, menu, language, t],
  )
  const addresses = useMemo(
    () =>
      pageKeys
        .map((key) => pageOf(key))
        .filter((page) => !page.button && !page.path.includes(':'))
        .map(({ path, titles }) => ({ value: path, label: `${titles[language]} ${path}` })),
    [language],
  )
  const icons = menuIconNames.map((name) => {
    const Icon = menuIcon(name)
    return {
      value: name,
      label: (
        <span className={styles.icon}>
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
          {name}
        </span>
      ),
    }
  })

  const save = async ({ Names, ...values }: Values, options: { key: string }) => {
    const item = {
      ...values,
      Names: { ...Names, zh: Names.zh ?? '' },
      GoUrl: values.GoUrl ?? '',
      Icon: values.Icon ?? '',
      isLeaf: bit(values.isLeaf),
      openwindow: bit(values.openwindow),
      Approved: bit(values.Approved),
    }
    if (menu === null) await add.run(item, options)
    else await change.run({ ...item, MenuID: menu.id, version }, options)
    void refreshMenus()
  }
  const reload = async () => {
    const [fresh] = await client.fetchQuery({
      queryKey: [getFuncType.path, menu?.id],
      queryFn: () => api(getFuncType, { MenuID: menu?.id ?? 0 }),
      staleTime: 0,
    })
    if (!fresh) return {}
    setVersion(fresh.version)
    return valuesOf(fresh)
  }
  const yesNo = (on: boolean) => t(on ? 'yes' : 'no')
  const initial: Partial<Values> =
    menu === null
      ? { ParentID: parent, isLeaf: false, openwindow: false, Approved: mayApprove, FromLocation: 0 }
      : valuesOf(menu)

  return (
    <FormDrawer<Values>
      name={menu === null ? `menu-new-${parent}` : `menu-${menu.id}`}
      title={menu === null ? t('menu.add') : t('menu.changeTitle', { name: menuTitle(menu, language) })}
      submitLabel={menu === null ? t('menu.add') : t('act.save')}
      call={menu === null ? addFunType : changeFuncType}
      initial={initial}
      width={640}
      onSubmit={save}
      onReload={menu === null ? undefined : reload}
      onClose={onClose}
    >
      <FormSection title={t('menu.names')} hint={t('menu.namesHint')} columns={2}>
        <Field name={['Names', 'zh']} label={t('label.zh')} required>
          <Input maxLength={60} />
        </Field>
        <Field name={['Names', 'en']} label={t('label.en')}>
          <Input maxLength={60} />
        </Field>
        <Field name={['Names', 'es']} label={t('label.es')}>
          <Input maxLength={60} />
        </Field>
        <Field name={['Names', 'ja']} label={t('label.ja')}>
          <Input maxLength={60} />
        </Field>
      </FormSection>
      <FormSection title={t('menu.placeTitle')} columns={2}>
        <Field name="ParentID" label={t('menu.parent')} span={2}>
          <Select options={parents} showSearch={{ optionFilterProp: 'label' }} loading={all === undefined} />
        </Field>
        <Field
          name="GoUrl"
          label={t('menu.address')}
          span={2}
          hint={menu?.seeded ? t('menu.addressKept') : t('menu.addressHint')}
        >
          <AutoComplete
            disabled={menu?.seeded}
            options={addresses}
            showSearch={{
              filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()),
            }}
            allowClear
          />
        </Field>
        <Field
          name="Icon"
          label={t('menu.icon')}
          span={2}
          hint={mayIcons && <Link to={pathTo('icons')}>{t('menu.allIcons')}</Link>}
        >
          <Select options={icons} showSearch allowClear />
        </Field>
        <Field name="FromLocation" label={t('menu.entry')} span={2} hint={t('menu.entryHint')}>
          <Choice
            allowClear={false}
            options={[
              { value: 0, label: t('menu.entryTop') },
              { value: 1, label: t('menu.entryOff') },
            ]}
          />
        </Field>
        <Field name="openwindow" label={t('menu.window')} contract={false} valuePropName="checked" says={yesNo}>
          <Checkbox />
        </Field>
        <Field
          name="isLeaf"
          label={t('menu.leaf')}
          hint={t('menu.leafHint')}
          contract={false}
          valuePropName="checked"
          says={yesNo}
        >
          <Checkbox />
        </Field>
        <Field
          name="Approved"
          label={t('menu.approved')}
          hint={mayApprove ? undefined : t('menu.approvedHint')}
          contract={false}
          valuePropName="checked"
          says={yesNo}
        >
          <Checkbox disabled={!mayApprove} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
