import type { Reasons } from './shape.ts'

export const mailErrors = {
  'mail.host': {
    code: 422,
    zh: '填服务器域名或 IP，不带 http 和端口',
    en: 'A host name or address, without http and port',
    es: 'Un nombre de servidor o dirección, sin http ni puerto',
    ja: 'ホスト名または IP（http とポートなし）',
  },
  'mail.nameTaken': {
    code: 422,
    zh: '已有同名邮箱',
    en: 'A mailbox of this name exists already',
    es: 'Ya existe un buzón con este nombre',
    ja: '同名のメールボックスがあります',
  },
  'mail.portSecurity': {
    code: 422,
    zh: '{port} 端口用 {security}',
    en: 'Port {port} speaks {security}',
    es: 'El puerto {port} usa {security}',
    ja: 'ポート {port} は {security} です',
  },
  'mail.passwordNeedsAccount': {
    code: 422,
    zh: '有密码就要填账号',
    en: 'A password needs an account',
    es: 'Una contraseña requiere una cuenta',
    ja: 'パスワードにはアカウントが必要です',
  },
  'mail.passwordMissing': {
    code: 422,
    zh: '填账号的密码或授权码',
    en: 'The password or authorization code of the account',
    es: 'La contraseña o el código de autorización de la cuenta',
    ja: 'アカウントのパスワードまたは認証コード',
  },
  'mail.passwordAgain': {
    code: 422,
    zh: '服务器、端口、加密或账号改了，密码要重新填',
    en: 'Server, port, encryption or account has changed: type the password again',
    es: 'Cambió el servidor, puerto, cifrado o cuenta: escriba la contraseña de nuevo',
    ja: 'サーバー・ポート・暗号化・アカウントを変えたため、パスワードを再入力してください',
  },
  'mail.isDefault': {
    code: 409,
    zh: '“{name}”是默认邮箱，先把别的设为默认',
    en: '“{name}” is the default: make another one the default first',
    es: '«{name}» es el predeterminado: elija otro antes',
    ja: '「{name}」は既定です。先に別のものを既定にしてください',
  },
  'mail.disabled': {
    code: 409,
    zh: '“{name}”已停用，先启用',
    en: '“{name}” is disabled: enable it first',
    es: '«{name}» está desactivado: actívelo antes',
    ja: '「{name}」は停止中です。先に有効にしてください',
  },
  'mail.none': {
    code: 409,
    zh: '没有可用的邮箱，请管理员先配置',
    en: 'No mailbox is set up: ask your administrator',
    es: 'No hay buzón configurado: consulte al administrador',
    ja: 'メールボックスが設定されていません。管理者に連絡してください',
  },
} as const satisfies Reasons
