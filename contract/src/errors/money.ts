import type { Reasons } from './shape.ts'

export const moneyErrors = {
  'money.allOutlets': {
    code: 403,
    zh: '核对账务须能看全部网点',
    en: 'The ledger is proved by whoever sees all outlets',
    es: 'Comprueba el libro quien ve todas las sedes',
    ja: '帳簿の照合は全拠点を見られる人が行います',
  },
  'money.notEnough': {
    code: 409,
    zh: '账户余额不足，余额 {left}',
    en: 'Not enough on the account; {left} is left',
    es: 'Saldo insuficiente en la cuenta; quedan {left}',
    ja: '口座残高が不足しています（残高 {left}）',
  },
  'money.notThatMuch': {
    code: 409,
    zh: '余额只有 {left}',
    en: 'Only {left} is there',
    es: 'Solo hay {left}',
    ja: '残高は {left} だけです',
  },
  'money.notEmpty': {
    code: 409,
    zh: '账户还有余额 {balance}，先转出',
    en: 'The account still holds {balance}; transfer it first',
    es: 'La cuenta aún tiene {balance}; transfiéralo antes',
    ja: '口座に残高 {balance} があります。先に振り替えてください',
  },
  'money.isBelow': {
    code: 422,
    zh: '余额 {balance}，补足前不能取消可透支',
    en: 'The balance is {balance}: it has to be made up before the account may not be overdrawn any more',
    es: 'El saldo es {balance}: hay que cubrirlo antes de retirar el descubierto',
    ja: '残高は {balance} です。補填するまで当座貸越を外せません',
  },
  'money.moved': {
    code: 422,
    zh: '已有资金往来，不能改',
    en: 'Money has moved on it already; it stays',
    es: 'Ya tiene movimientos; no se cambia',
    ja: '入出金済みのため変更できません',
  },
  'money.accountDisabled': {
    code: 422,
    zh: '账户已停用',
    en: 'The account is disabled',
    es: 'La cuenta está inactiva',
    ja: 'この口座は停止中です',
  },
  'money.doorTaken': {
    code: 409,
    zh: '该网点这种渠道已有门口收款账户',
    en: 'The outlet already has an account for what is collected by this channel',
    es: 'La sede ya tiene una cuenta para lo cobrado por este medio',
    ja: 'この拠点にはこの手段の集金口座がすでにあります',
  },
  'money.sameAccount': {
    code: 422,
    zh: '转出、转入账户相同',
    en: 'Both accounts are the same',
    es: 'Las dos cuentas son la misma',
    ja: '振替元と振替先が同じです',
  },
  'money.nameTaken': {
    code: 422,
    zh: '该网点已有同名账户',
    en: 'The outlet has an account of this name',
    es: 'La sede ya tiene una cuenta con este nombre',
    ja: 'この拠点に同名の口座があります',
  },
} as const satisfies Reasons
