import type { Language } from '@xunyun/contract/pages'
import type { ScopeKind, User } from '@xunyun/contract/system/calls'
import type { RoleRow } from '@xunyun/contract/system/roles'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'

const enabledWords = {
  true: titled('启用', 'Enabled', 'Activo', '有効'),
  false: titled('停用', 'Disabled', 'Inactivo', '停止'),
}
const enabledWord = (enabled: boolean, language: Language) => enabledWords[enabled ? 'true' : 'false'][language]
const scopeWords: Readonly<Record<ScopeKind, ReturnType<typeof titled>>> = {
  all: titled('全部', 'Everything', 'Todo', 'すべて'),
  outlet: titled('网点含下级', 'Outlets and those below', 'Sedes y dependientes', '拠点と下位'),
  customer: titled('客户', 'Customers', 'Clientes', '顧客'),
}
const state = titled('状态', 'State', 'Estado', '状態')

/** The columns of the exports; keys are those of the pages. */
export const roleColumns: readonly ListColumn<RoleRow>[] = [
  { key: 'name', type: 'text', width: 20, titles: titled('角色', 'Role', 'Rol', 'ロール') },
  { key: 'people', type: 'integer', width: 8, titles: titled('人数', 'People', 'Personas', '人数') },
  { key: 'rights', type: 'integer', width: 8, titles: titled('权限数', 'Rights', 'Permisos', '権限数') },
  {
    key: 'preset',
    type: 'text',
    width: 8,
    titles: titled('预置', 'Preset', 'Predefinido', '既定'),
    value: ({ preset }, language) => yes(preset !== null, language),
  },
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: state,
    value: ({ enabled }, language) => enabledWord(enabled, language),
  },
  { key: 'note', type: 'text', width: 40, titles: titled('说明', 'Note', 'Nota', '説明') },
  { key: 'updatedByName', type: 'text', titles: titled('修改人', 'Changed by', 'Modificado por', '更新者') },
  { key: 'updatedAt', type: 'moment', titles: titled('修改时间', 'Changed', 'Modificado', '更新日時') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
]

export const userColumns: readonly ListColumn<User>[] = [
  { key: 'LOGNAME', type: 'text', width: 16, titles: titled('账号', 'Account', 'Cuenta', 'アカウント') },
  { key: 'UNAME', type: 'text', width: 12, titles: titled('姓名', 'Name', 'Nombre', '氏名') },
  { key: 'mobile', type: 'text', width: 14, titles: titled('手机', 'Mobile', 'Móvil', '携帯電話') },
  { key: 'outletName', type: 'text', width: 18, titles: titled('网点', 'Outlet', 'Sede', '拠点') },
  {
    key: 'roles',
    type: 'text',
    width: 24,
    titles: titled('角色', 'Roles', 'Roles', 'ロール'),
    value: ({ roles }) => roles.map(({ name }) => name).join(', '),
  },
  {
    key: 'scope',
    type: 'text',
    width: 14,
    titles: titled('范围', 'Scope', 'Alcance', '範囲'),
    value: ({ scope }, language) => scopeWords[scope][language],
  },
  { key: 'boundNames', type: 'text', width: 30, titles: titled('绑定', 'Bound to', 'Vinculado a', '紐付け') },
  {
    key: 'warehouses',
    type: 'text',
    width: 24,
    titles: titled('仓库', 'Warehouses', 'Almacenes', '倉庫'),
    value: ({ warehouses }, language) =>
      warehouses === null ? scopeWords.all[language] : warehouses.map(({ name }) => name).join(', '),
  },
  {
    key: 'OpenId',
    type: 'text',
    width: 8,
    titles: titled('微信', 'WeChat', 'WeChat', 'WeChat'),
    value: ({ OpenId }, language) => yes(OpenId !== '', language),
  },
  {
    key: 'STATUS',
    type: 'text',
    width: 8,
    titles: state,
    value: ({ STATUS }, language) => enabledWord(STATUS === 0, language),
  },
  { key: 'sessions', type: 'integer', width: 8, titles: titled('在线会话', 'Open sessions', 'Sesiones', 'セッション') },
  { key: 'lastLoginAt', type: 'moment', titles: titled('最近登录', 'Last sign-in', 'Último acceso', '最終ログイン') },
  {
    key: 'mustChangePassword',
    type: 'text',
    width: 8,
    titles: titled('须改密', 'Must change password', 'Debe cambiar', '要変更'),
    value: ({ mustChangePassword }, language) => yes(mustChangePassword, language),
  },
  {
    key: 'ISDIAL',
    type: 'text',
    width: 8,
    titles: titled('点击拨号', 'Click to call', 'Clic para llamar', 'クリック発信'),
    value: ({ ISDIAL }, language) => yes(ISDIAL === 1, language),
  },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
]
