import { isPhone, isUscc } from '../kernel/checks.ts'
import { normalizePhone, toHalfWidth } from '../kernel/text.ts'

/** What is in a pasted block of invoice details. */
export type ParsedTitle = Partial<
  Record<'title' | 'taxNo' | 'bank' | 'account' | 'address' | 'tel' | 'recipient' | 'mobile' | 'email', string>
>

const labels = [
  ['title', /^(公司|单位|企业|开票|发票)?(名称|抬头|全称)$/],
  ['taxNo', /^(纳税人识别号|税号|统一社会信用代码|纳税人?号|信用代码)/],
  ['bankAccount', /^(开户(银?行)?|银行).*(及|和|、|\/)?.*(账|帐)号$/],
  ['addressTel', /^(注册|单位|公司)?地址.*电话/],
  ['bank', /^(开户(银?行)?|银行)(名称)?$/],
  ['account', /^(银行)?(账|帐)(号|户)$/],
  ['address', /^(注册|单位|公司)?地址$/],
  ['email', /^(电子)?邮(箱|件)|^e-?mail$/i],
  ['recipient', /^(收票|联系)人(姓名)?$/],
  ['tel', /^(注册|单位|公司|联系)?电话$/],
  ['mobile', /^(收票人?)?(手机号?码?)$/],
] as const

/**
 * 名称：…, 税号：…, 地址、电话：…, 开户行及账号：… as people keep them in a chat, one a line; a line without a label is known by what
 * it is: a tax number, a mail address, a mobile, a company's name.
 */
export function parseTitle(text: string): ParsedTitle {
  const found: ParsedTitle = {}
  const set = (field: keyof ParsedTitle, value: string) => {
    if (value !== '' && found[field] === undefined) found[field] = value
  }
  for (const line of text.split(/[\n\r;；]+/).map((one) => one.trim())) {
    const [, label = '', said = ''] = /^([^:：]{2,20})[:：]\s*(.*)$/.exec(line) ?? []
    const kind = labels.find(([, pattern]) => pattern.test(label.replace(/\s/g, '')))?.[0]
    if (kind === undefined) {
      guess(line, set)
      continue
    }
    if (kind === 'bankAccount') {
      const account = lastDigits(said)
      set('account', account)
      set('bank', said.slice(0, said.length - account.length).trim())
    } else if (kind === 'addressTel') {
      const tel = /(\+?[\d-]{7,20})\s*$/.exec(toHalfWidth(said))?.[1] ?? ''
      set('tel', tel)
      set('address', said.slice(0, said.length - tel.length).replace(/[\s、,，]+$/, ''))
    } else set(kind, cleaned(kind, said))
  }
  return found
}

const cleaned = (kind: keyof ParsedTitle, said: string): string => {
  if (kind === 'taxNo') return toHalfWidth(said).replace(/\s/g, '').toUpperCase()
  if (kind === 'mobile' || kind === 'tel') return normalizePhone(said)
  return kind === 'account' ? toHalfWidth(said) : said
}

/** The figures that a line ends with: 工商银行余杭支行 1202 0212 3456. */
const lastDigits = (said: string): string => /[\d][\d\s-]{6,}$/.exec(toHalfWidth(said))?.[0] ?? ''

function guess(line: string, set: (field: keyof ParsedTitle, value: string) => void): void {
  const plain = toHalfWidth(line).replace(/\s/g, '')
  const phone = normalizePhone(line)
  const account = lastDigits(line)
  const name = line.slice(0, line.length - account.length).trim()
  if (isUscc(plain.toUpperCase())) set('taxNo', plain.toUpperCase())
  else if (/^[^@]+@[^@]+\.[^@]+$/.test(plain)) set('email', plain)
  else if (isPhone(phone)) set(/^1\d{10}$/.test(phone) ? 'mobile' : 'tel', phone)
  else if (account !== '' && /银行|支行|信用社/.test(name)) {
    set('account', account)
    set('bank', name)
  } else if (/(公司|厂|中心|院|所|店|行|部|合作社)$/.test(line)) set('title', line)
}
