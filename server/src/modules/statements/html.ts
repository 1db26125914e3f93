import { feeName } from '@xunyun/contract/costs/feeName'
import { wordFor } from '@xunyun/contract/dictionary'
import { groupedDecimal, negated } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { longestDispute } from '@xunyun/contract/statements/states'
import { pageTexts } from './pageTexts.ts'
import { type Head, type StatedLine, sayPart } from './sheet.ts'

/** The page behind a link, as text: no script, and nothing but this statement. */

/** Lines that are shown, each with a field for its dispute; all are in the Excel. */
export const mostShown = 1000

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** With a true minus, as figures are shown everywhere. */
const grouped = (amount: string): string => escaped(groupedDecimal(amount).replace('-', '\u2212'))
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
const tags: Record<Language, string> = { zh: 'zh-CN', en: 'en', es: 'es', ja: 'ja' }

const frame = (language: Language, title: string, body: string): string =>
  `<!doctype html><html lang="${tags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><link rel="icon" href="data:,"><title>${escaped(title)}</title><style>
*{box-sizing:border-box}body{margin:0;padding:16px;background:#f5f7fa;color:#1f2329;font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:880px;margin:0 auto;padding:20px;border-radius:8px;background:#fff;box-shadow:0 1px 3px #0001}
main.short{max-width:440px}h1{margin:0 0 4px;font-size:20px}h2{margin:24px 0 4px;font-size:16px}p{margin:0 0 12px;color:#57606a}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:12px 0}dt{color:#57606a}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
dd.period{white-space:nowrap}dl .closing{font-weight:600;font-size:17px;color:#1f2329}
table{width:100%;border-collapse:collapse}th{text-align:left;color:#57606a;font-weight:400;font-size:13px}th,td{padding:8px 6px;border-bottom:1px solid #e5e8ec;vertical-align:top}
.sum{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}td small{display:block;color:#57606a}.mark{color:#9a4b00}
p.said{margin:12px 0;padding:8px 12px;border:1px solid #b8c4d6;border-radius:6px;background:#f2f6fc;color:#1f2329}
p.not{margin:12px 0;padding:8px 12px;border:1px solid #e0b070;border-radius:6px;background:#fff7ec;color:#7a3b00}
input,textarea{width:100%;padding:8px;border:1px solid #8c959f;border-radius:6px;font:inherit}
.acts,.files{display:flex;gap:12px;margin-top:20px;flex-wrap:wrap}button,.file{min-height:44px;padding:8px 20px;border-radius:6px;border:1px solid #1556c0;background:#fff;color:#1556c0;font:inherit;cursor:pointer;text-decoration:none}
button.yes{background:#1556c0;color:#fff}footer{margin-top:16px;color:#57606a;font-size:13px}
@media(max-width:560px){thead{display:none}tr{display:grid;grid-template-columns:1fr auto;padding:8px 0;border-bottom:1px solid #e5e8ec}td{padding:2px 0;border:0}td.day{order:3;color:#57606a;font-size:13px}td.say{grid-column:1/-1;order:4}.acts>*{flex:1;text-align:center}}
</style></head><body>${body}</body></html>`

export type Notice = 'confirmed' | 'disputed' | 'answered' | 'replaced' | 'expired' | 'void' | 'unknown'
export function noticePage(language: Language, notice: Notice, values: Readonly<Record<string, string>> = {}): string {
  const t = pageTexts[language]
  return frame(
    language,
    t[notice],
    `<main class="short"><h1>${escaped(t[notice])}</h1><p>${escaped(fill(t[`${notice}Text`], values))}</p></main>`,
  )
}

/** Why an answer was not taken. */
export type Objection = 'empty' | 'remarked'
/** What was typed, by its line and of the whole; given back with the objection to it. */
export type Typed = {
  readonly objection: Objection
  readonly disputes: ReadonlyMap<number, string>
  readonly remark: string
}

/** What it was answered with; nothing more is asked then. */
export type Answered = { readonly state: 'confirmed' | 'disputed'; readonly at: string; readonly remark: string | null }

type Shown = {
  readonly head: Head
  readonly lines: readonly StatedLine[]
  readonly count: number
  readonly expires: string
  readonly token: string
  readonly typed?: Typed | undefined
  readonly answered?: Answered | undefined
}
export function statementPage(
  language: Language,
  { head, lines, count, expires, token, typed, answered }: Shown,
): string {
  const t = pageTexts[language]
  const facts: [string, string, string?][] = [
    [t.customer, escaped(head.companyName)],
    [t.period, `${escaped(head.fromDay)} – ${escaped(head.toDay)}`, ' class="period"'],
    [t.opening, grouped(head.opening)],
    [t.charges, grouped(head.charges)],
    [t.adjustments, grouped(head.adjustments)],
    [t[head.direction === 'payable' ? 'paid' : 'received'], grouped(head.received)],
    [t.closing, grouped(head.closing), ' class="closing"'],
  ]
  const what = ({ kind, feeItem, payPart }: StatedLine) => {
    const ofKind = wordFor('statementLineKind', kind, language)
    const ofItem = feeName({ feeItem: feeItem ?? '', payPart }, language)
    return kind === 'charge' ? ofItem : kind === 'adjustment' ? `${ofItem} · ${ofKind}` : ofKind
  }
  const rows = lines.map((line) => {
    const route = line.origin === null ? '' : `<small>${escaped(`${line.origin} → ${line.destination ?? ''}`)}</small>`
    const mark = [
      line.split === null ? null : sayPart(line.split, language),
      line.mark === null ? null : wordFor('statementLineMark', line.mark, language),
    ]
      .map((said) => (said === null ? '' : `<small class="mark">${escaped(said)}</small>`))
      .join('')
    const isMoney = line.kind !== 'charge' && line.kind !== 'adjustment'
    const name = `${line.ofNo ?? ''} ${what(line)} ${t.dispute}`
    const value = typed?.disputes.get(line.id)
    const say = answered
      ? escaped(line.dispute ?? '')
      : `<input name="d${line.id}" maxlength="${longestDispute}" aria-label="${escaped(name)}" placeholder="${escaped(t.dispute)}"${value === undefined ? '' : ` value="${escaped(value)}"`}>`
    return `<tr><td class="day">${escaped(line.day)}</td><td>${escaped(line.ofNo ?? '')} ${escaped(what(line))}${route}${mark}</td><td class="sum">${grouped(isMoney ? negated(line.amount) : line.amount)}</td><td class="say">${say}</td></tr>`
  })
  const objection = typed
    ? `<p class="not" role="alert">${escaped(fill(t[typed.objection], { count: String(typed.disputes.size) }))}</p>`
    : ''
  const said = answered
    ? `<p class="said" role="status">${escaped(fill(t[answered.state === 'confirmed' ? 'confirmedAt' : 'disputedAt'], { at: answered.at }))}${answered.remark === null ? '' : `<br>${escaped(`${t.remark} · ${answered.remark}`)}`}</p>`
    : ''
  const rest = count > lines.length ? { most: String(lines.length), count: String(count) } : undefined
  const table = `<table><thead><tr><th>${escaped(t.day)}</th><th>${escaped(`${t.no} · ${t.what}`)}</th><th class="sum">${escaped(t.amount)}</th><th>${escaped(t.dispute)}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  const address = `/statement/${encodeURIComponent(token)}`
  return frame(
    language,
    `${t.title} ${head.no}`,
    `<main><h1>${escaped(t.title)} ${escaped(head.no)}</h1><p>${escaped(head.outletName)}</p>${objection}${said}
<dl>${facts.map(([name, value, style = '']) => `<dt${style}>${escaped(name)}</dt><dd${style}>${value}</dd>`).join('')}</dl>
<p class="files"><a class="file" href="${address}/pdf">${escaped(t.pdf)}</a><a class="file" href="${address}/excel">${escaped(t.excel)}</a></p>
${
  answered
    ? `<h2>${escaped(t.lines)}</h2>
${table}
${rest ? `<p>${escaped(fill(t.moreRead, rest))}</p>` : ''}
<footer>${escaped(fill(t.readUntil, { day: expires }))}</footer></main>`
    : `<form method="post" action="${address}"><h2>${escaped(t.lines)}</h2><p>${escaped(t.disputeHint)}</p>
${table}
${rest ? `<p>${escaped(fill(t.more, rest))}</p>` : ''}
<h2><label for="remark">${escaped(t.remark)}</label></h2><textarea id="remark" name="remark" rows="3" maxlength="${longestDispute}">${escaped(typed?.remark ?? '')}</textarea>
<div class="acts"><button class="yes" name="answer" value="confirmed">${escaped(t.confirm)}</button><button name="answer" value="disputed">${escaped(t.send)}</button></div></form>
<footer>${escaped(fill(t.until, { day: expires }))}</footer></main>`
}`,
  )
}
