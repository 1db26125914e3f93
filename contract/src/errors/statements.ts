import type { Reasons } from './shape.ts'

export const statementsErrors = {
  'statements.wrongState': {
    code: 409,
    zh: '{statementState}的对账单不能这样做',
    en: 'Not possible in the state “{statementState}”',
    es: 'No es posible en estado «{statementState}»',
    ja: '「{statementState}」では操作できません',
  },
  'statements.openOne': {
    code: 409,
    zh: '该单位还有未答复的对账单 {no}',
    en: 'Statement {no} of this company is not answered yet',
    es: 'El estado {no} de esta empresa aún no tiene respuesta',
    ja: 'この取引先の請求明細書 {no} が未回答です',
  },
  'statements.nothing': {
    code: 422,
    zh: '截至 {day} 没有可对账的费用和收款',
    en: 'Nothing to state up to {day}',
    es: 'Nada que detallar hasta el {day}',
    ja: '{day} までに明細にする料金・入金はありません',
  },
  'statements.stated': {
    code: 422,
    zh: '已对账到 {day}，期末日须在其后',
    en: 'Stated up to {day}; choose a later day',
    es: 'Detallado hasta el {day}; elija un día posterior',
    ja: '{day} まで請求済みです。それより後の日を選択してください',
  },
  'statements.noOutlet': {
    code: 422,
    zh: '该网点不在你的范围内',
    en: 'Not an outlet of yours',
    es: 'No es una sede suya',
    ja: '担当の拠点ではありません',
  },
  'statements.noMail': {
    code: 422,
    zh: '{company}没有填邮箱，可不选发件箱，再复制链接',
    en: '{company} has no mail address; send without a mailbox and copy the link',
    es: '{company} no tiene correo; envíe sin buzón y copie el enlace',
    ja: '{company} のメールアドレスがありません。送信元なしで送付し、リンクをコピーしてください',
  },
  'statements.noAdjustments': {
    code: 422,
    zh: '异议的运单还没有审核通过的费用增减；不调整可直接再次发送',
    en: 'No approved adjustment of what is disputed yet; send it again as it is if nothing changes',
    es: 'Aún no hay ajustes aprobados de lo reparado; si nada cambia, reenvíelo tal cual',
    ja: '異議のある送り状に承認済みの料金増減がありません。変更しない場合はそのまま再送してください',
  },
  'statements.notLatest': {
    code: 409,
    zh: '只能作废最后一张，{no} 的上期余额来自本单',
    en: 'Only the latest may be voided: {no} begins with its closing',
    es: 'Solo se anula el último: {no} parte de su saldo',
    ja: '無効にできるのは最後の明細書のみです。{no} が本書の残高を引き継いでいます',
  },
  'statements.holdsReceipt': {
    code: 409,
    zh: '已列入对账单 {no}，先作废该对账单',
    en: 'It stands on statement {no}; void that first',
    es: 'Figura en el estado {no}; anúlelo primero',
    ja: '請求明細書 {no} に記載済みです。先にそれを無効にしてください',
  },
  'statements.openAtMerge': {
    code: 409,
    zh: '对账单 {no} 还没有答复，答复或作废后再合并',
    en: 'Statement {no} is open; have it answered or void it before merging',
    es: 'El estado {no} está pendiente; espere la respuesta o anúlelo antes de fusionar',
    ja: '請求明細書 {no} が未回答です。回答または無効にしてから統合してください',
  },
} as const satisfies Reasons
