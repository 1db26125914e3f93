import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { markSeen } from '../../../platform/scope.ts'
import { checkChains } from './verify.ts'

/**
 * The page behind the printed QR code: anybody who holds the paper learns whether it is genuine and whether the history
 * is untouched, and nothing about anybody (no names, phones, streets, money).
 */

type Found = {
  id: number
  no: string
  state: string
  from: string
  to: string
  pieces: number
  placedAt: string | null
}
type Verdict = 'genuine' | 'broken' | 'unknown'

const texts = {
  zh: {
    title: '运单校验',
    genuine: '单据属实，记录完整',
    broken: '记录被改动过',
    unknown: '没有这张单据',
    genuineText: '这张单据由本系统开出，开出以来的每一步记录都没有被改动。',
    brokenText: '这张运单的记录与它的校验码不符，请与承运方核实。',
    unknownText: '单号与校验码不符。请检查是否抄错，或与承运方核实。',
    no: '运单号',
    state: '状态',
    route: '起运 → 到达',
    pieces: '件数',
    placed: '开单时间',
    events: '记录步数',
    printed: '本单印制于第 {seq} 步',
    checked: '校验于',
  },
  en: {
    title: 'Waybill check',
    genuine: 'Genuine, and its history is whole',
    broken: 'The history was altered',
    unknown: 'No such paper',
    genuineText: 'This paper was issued by this system, and no step recorded since has been altered.',
    brokenText: 'The records of this waybill do not agree with its code: ask the carrier.',
    unknownText: 'The number and the code do not belong together: check for a slip, or ask the carrier.',
    no: 'Waybill no.',
    state: 'State',
    route: 'From → to',
    pieces: 'Pieces',
    placed: 'Placed',
    events: 'Steps recorded',
    printed: 'This paper was printed at step {seq}',
    checked: 'Checked at',
  },
  es: {
    title: 'Verificación de guía',
    genuine: 'Auténtica y con historial íntegro',
    broken: 'El historial fue alterado',
    unknown: 'No existe ese documento',
    genuineText: 'Este documento lo emitió este sistema y ningún paso registrado desde entonces ha sido alterado.',
    brokenText: 'Los registros de esta guía no concuerdan con su código: consulte al transportista.',
    unknownText: 'El número y el código no se corresponden: revise si hay un error o consulte al transportista.',
    no: 'N.º de guía',
    state: 'Estado',
    route: 'Origen → destino',
    pieces: 'Bultos',
    placed: 'Creada',
    events: 'Pasos registrados',
    printed: 'Impreso en el paso {seq}',
    checked: 'Verificado',
  },
  ja: {
    title: '送り状の検証',
    genuine: '真正な書類で、記録は完全です',
    broken: '記録が改変されています',
    unknown: '該当する書類はありません',
    genuineText: 'この書類は本システムが発行したもので、以降の記録は一切改変されていません。',
    brokenText: 'この送り状の記録は検証コードと一致しません。運送会社にご確認ください。',
    unknownText: '番号と検証コードが一致しません。写し間違いがないか確認するか、運送会社にお問い合わせください。',
    no: '送り状番号',
    state: '状態',
    route: '発地 → 着地',
    pieces: '個数',
    placed: '作成日時',
    events: '記録数',
    printed: 'この書類は第 {seq} 段階で印刷',
    checked: '検証日時',
  },
} as const satisfies Record<Language, Record<string, string>>

/** The code is the beginning of the hash of the event that was the last one when the paper was printed. */
async function find(db: Tx, no: string, hash8: string): Promise<(Found & { seq: number }) | undefined> {
  if (!/^[A-Za-z0-9-]{1,30}$/.test(no) || !/^[0-9a-f]{8}$/.test(hash8)) return undefined
  const found = await sql<Found & { seq: number }>`
    -- unscoped: whoever holds the paper may check it; nothing of anybody is answered
    select w.id, w.waybill_no as no, w.state, w.shipper_city as "from", w.consignee_city as "to", w.pieces, w.placed_at as "placedAt", e.seq
    from waybill w join waybill_event e on e.waybill_id = w.id and encode(substr(e.hash, 1, 4), 'hex') = ${hash8}
    where w.waybill_no = ${no.toUpperCase()} and not w.is_deleted order by e.seq desc limit 1`.execute(db)
  return found.rows[0]
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const moment = (at: string | Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(at),
  )

/** Status and page; an unknown paper is 404, so that nobody takes it for an answer. */
export async function publicCheck(
  db: Tx,
  no: string,
  hash8: string,
  language: Language,
): Promise<{ status: number; html: string }> {
  const waybill = await find(db, no, hash8.toLowerCase())
  const [checked] = waybill === undefined ? [] : await checkChains(db, [markSeen(waybill).id])
  const verdict: Verdict = waybill === undefined ? 'unknown' : checked?.brokenAt === null ? 'genuine' : 'broken'
  const t = texts[language]
  const facts: [string, string][] =
    waybill === undefined
      ? []
      : [
          [t.no, waybill.no],
          [t.state, wordFor('waybillState', waybill.state, language)],
          [t.route, `${waybill.from} → ${waybill.to}`],
          [t.pieces, String(waybill.pieces)],
          [t.placed, waybill.placedAt === null ? '—' : moment(waybill.placedAt)],
          [t.events, `${checked?.events ?? 0} · ${t.printed.replace('{seq}', String(waybill.seq))}`],
        ]
  return { status: waybill === undefined ? 404 : 200, html: page(language, verdict, facts) }
}

const marks: Record<Verdict, string> = { genuine: '✓', broken: '!', unknown: '?' }
const tags: Record<Language, string> = { zh: 'zh-CN', en: 'en', es: 'es', ja: 'ja' }

function page(language: Language, verdict: Verdict, facts: readonly [string, string][]): string {
  const t = texts[language]
  return `<!doctype html><html lang="${tags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${t.title}</title><style>
body{margin:0;padding:24px 16px;background:#f5f7fa;color:#1f2329;font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:440px;margin:0 auto;padding:24px;border-radius:8px;background:#fff;box-shadow:0 1px 3px #0001}
.mark{width:48px;height:48px;border-radius:50%;color:#fff;font-size:26px;line-height:48px;text-align:center}
.genuine{background:#1a7f37}.broken{background:#c62828}.unknown{background:#57606a}
h1{margin:12px 0 4px;font-size:20px}p{margin:0 0 16px;color:#57606a}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:0}dt{color:#57606a}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
footer{margin-top:16px;color:#57606a;font-size:13px}</style></head><body><main>
<div class="mark ${verdict}" aria-hidden="true">${marks[verdict]}</div><h1>${t[verdict]}</h1><p>${t[`${verdict}Text`]}</p>
<dl>${facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
<footer>${t.checked} ${moment(clock.now())}</footer></main></body></html>`
}
