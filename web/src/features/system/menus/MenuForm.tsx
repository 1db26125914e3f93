import { useQuery } from '@tanstack/react-query'
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
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { menuTitle } from '../../../shared/session/menus.ts'
import { refreshMenus } from '../../../shared/session/refreshMenus.ts'
import { useRight } from '../../../shared/session/session.ts'
import { isWithin } from '../../../shared/tree/moves.ts'
import { menuIcon } from '../../../shared/ui/menuIcon.tsx'
import styles from './Menus.module.css'

type Values = {
  readonly Names: { readonly zh?: string }
  readonly GoUrl?: string
  readonly Icon?: string
  readonly isLeaf: boolean
  readonly openwindow: boolean
  readonly Approved: boolean
}
type Props = {
  /** Null: a new one. */
  readonly menu: MenuRow | null
  /** Where a new one begins. */
  readonly parent: number
  readonly onClose: () => void
}

export const menuPaths = ['/api/Users/GetMenus', '/api/Users/GetFunc', '/api/SysUserRights/', '/api/Roles/']

const bit = (on: boolean) => (on ? 1 : 0)

/** Adds a menu entry or changes one; it is in force when people start next, here at once. */
export function MenuForm({ menu, parent, onClose }: Props) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const mayApprove = useRight('menu').approve
  const mayIcons = useRight('icons').browse
  const { form } = useRecordForm(menu, {
    name: 'menu',
    idName: 'MenuID',
    add: addFunType,
    change: changeFuncType,
    get: (MenuID) => api(getFuncType, { MenuID }).then(([row]) => row),
    refresh: menuPaths,
    fresh: { ParentID: parent, isLeaf: false, openwindow: false, Approved: mayApprove, FromLocation: 0 },
    valuesOf: ({ ParentID, Names, GoUrl, Icon, FromLocation, isLeaf, openwindow, Approved }) => ({
      ParentID,
      Names,
      GoUrl,
      Icon,
      FromLocation,
      isLeaf: isLeaf === 1,
      openwindow: openwindow === 1,
      Approved: Approved === 1,
    }),
    inputOf: (values: Values) => ({
      ...values,
      Names: { ...values.Names, zh: values.Names.zh ?? '' },
      GoUrl: values.GoUrl ?? '',
      Icon: values.Icon ?? '',
      isLeaf: bit(values.isLeaf),
      openwindow: bit(values.openwindow),
      Approved: bit(values.Approved),
    }),
    success: t('done.saved'),
  })
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

  const save: typeof form.onSubmit = async (...sent) => {
    await form.onSubmit(...sent)
    void refreshMenus()
  }
  const yesNo = (on: boolean) => t(on ? 'yes' : 'no')
  return (
    <FormDrawer
      {...form}
      name={menu === null ? `menu-new-${parent}` : form.name}
      title={menu === null ? t('menu.add') : t('menu.changeTitle', { name: menuTitle(menu, language) })}
      submitLabel={menu === null ? t('menu.add') : t('act.save')}
      width={640}
      onSubmit={save}
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
