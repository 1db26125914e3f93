import { compareDecimal, roundDecimal } from '../kernel/decimal.ts'

const figures = '零壹贰叁肆伍陆柒捌玖'
const units = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '兆']

/** Four digits in words; `0` in between is said once. */
function four(digits: string): string {
  let said = ''
  for (let i = 0; i < 4; i += 1) {
    const digit = Number(digits[i])
    if (digit !== 0) said += `${figures[digit]}${units[3 - i]}`
    else if (said !== '' && !said.endsWith('零') && /[1-9]/.test(digits.slice(i + 1))) said += '零'
  }
  return said
}

/**
 * 大写金额: an amount of yuan as Chinese documents write it, by the rules of the People's Bank (票据填写): 1280.05 →
 * 壹仟贰佰捌拾元零伍分, 100 → 壹佰元整. Up to 9999 兆; a negative one begins with 负.
 */
export function amountInWords(amount: string): string {
  const negative = compareDecimal(amount, '0') < 0
  const [whole = '0', cents = '00'] = roundDecimal(amount, 2).replace('-', '').split('.')
  const padded = whole.padStart(Math.ceil(whole.length / 4) * 4, '0')
  const parts = padded.match(/.{4}/g) ?? []
  let said = ''
  let gap = false
  parts.forEach((part, i) => {
    const words = four(part)
    if (words === '') {
      gap = said !== ''
      return
    }
    if (said !== '' && (gap || part.startsWith('0'))) said += '零'
    said += words + groups[parts.length - 1 - i]
    gap = false
  })
  const jiao = Number(cents[0])
  const fen = Number(cents[1])
  if (said !== '') said += '元'
  if (jiao === 0 && fen === 0) said = `${said === '' ? '零元' : said}整`
  else {
    if (jiao !== 0) said += `${figures[jiao]}角`
    else if (said !== '') said += '零'
    said += fen !== 0 ? `${figures[fen]}分` : '整'
  }
  return (negative ? '负' : '') + said
}
