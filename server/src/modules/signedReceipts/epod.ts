import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import type { Files } from '../../platform/files.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { type DrawReport, type Report, type ReportTable, sendPdf, tableOf } from '../../platform/report.ts'
import { type Epod, judgeEpods, type Party, readEpod } from './queries.epod.ts'

/** e-POD (电子回单) as a PDF, for the office and for the customer alike. */

const words = {
  epod: titled('电子回单', 'e-POD', 'Comprobante electrónico', '電子受領書'),
  route: titled('起运 → 到达', 'From → to', 'Origen → destino', '発地 → 着地'),
  signed: titled('签收件数', 'Pieces signed', 'Bultos firmados', '受領個数'),
  refused: titled('拒收件数', 'Pieces refused', 'Bultos rechazados', '受取拒否個数'),
  damaged: titled('破损件数', 'Pieces damaged', 'Bultos dañados', '破損個数'),
  recoveredAt: titled('回单回收', 'Receipt recovered', 'Comprobante recuperado', '受領書回収'),
  parties: titled('收发货方', 'Parties', 'Partes', '荷送人・荷受人'),
  shipper: titled('发货方', 'Shipper', 'Remitente', '荷送人'),
  consignee: titled('收货方', 'Consignee', 'Destinatario', '荷受人'),
  company: titled('单位', 'Company', 'Empresa', '会社'),
  name: titled('联系人', 'Contact', 'Contacto', '担当者'),
  phone: titled('电话', 'Phone', 'Teléfono', '電話'),
  address: titled('地址', 'Address', 'Dirección', '住所'),
  goods: titled('货物', 'Goods', 'Mercancías', '貨物'),
  goodsName: titled('货名', 'Goods', 'Mercancía', '品名'),
  package: titled('包装', 'Package', 'Embalaje', '荷姿'),
  pieces: titled('件数', 'Pieces', 'Bultos', '個数'),
  weight: titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'),
  volume: titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'),
  total: titled('合计', 'Total', 'Total', '合計'),
  signings: titled('签收', 'Signing', 'Firma', '受領'),
  at: titled('时间', 'Time', 'Hora', '日時'),
  signer: titled('签收人', 'Signer', 'Firmante', '受領者'),
  way: titled('方式', 'How', 'Cómo', '方法'),
  short: titled('短少', 'Short', 'Faltante', '不足'),
  reason: titled('拒收原因', 'Reason of refusal', 'Motivo del rechazo', '受取拒否の理由'),
  refusedBy: titled('（拒收）', '(refused)', '(rechazado)', '（受取拒否）'),
  delivered: titled('送货', 'Delivered', 'Entregado', '配達'),
  pickedUp: titled('自提', 'Picked up', 'Retirado', '店頭引取'),
  noCode: titled('无提货码：', 'without code: ', 'sin código: ', '引取番号なし：'),
  ofSigning: titled('签收照片', 'Photo of the signing', 'Foto de la firma', '受領時の写真'),
  ofPaper: titled('回单照片', 'Photo of the receipt', 'Foto del comprobante', '受領書の写真'),
  notDrawn: titled(
    '这张照片打不开：',
    'This photo cannot be shown: ',
    'Esta foto no se puede mostrar: ',
    'この写真は表示できません：',
  ),
} as const
export const epodWord = words.epod

const when = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
const moment = (iso: string | null): string => (iso === null ? '' : when.format(new Date(iso)))

export function reportOfEpod(epod: Epod, language: Language, origin: string): Report {
  const say = (key: keyof typeof words) => words[key][language]
  const sum = (key: 'signed' | 'refused' | 'damaged') =>
    String(epod.signings.reduce((all, signing) => all + signing[key], 0))
  const signedAt = epod.signings.findLast(({ signed }) => signed > 0)?.signedAt ?? null
  const timeOf = new Map(epod.signings.map(({ actId, signedAt }) => [actId, signedAt]))
  return {
    title: `${say('epod')} ${epod.no}`,
    subtitle: epod.companyName,
    language,
    upright: true,
    qr: `${origin}/verify/${encodeURIComponent(epod.no)}/${epod.hash}`,
    facts: [
      [fieldWord('waybills:column.customer')[language], epod.customerName ?? ''],
      [fieldWord('waybills:column.customerNo')[language], epod.customerNo ?? ''],
      [fieldWord('waybills:column.bizDate')[language], epod.bizDate],
      [say('route'), `${epod.shipperCity} → ${epod.consigneeCity}`],
      [fieldWord('waybills:column.pieces')[language], String(epod.pieces)],
      [say('signed'), sum('signed')],
      [say('refused'), sum('refused')],
      [say('damaged'), sum('damaged')],
      [fieldWord('signedReceipts:column.signedAt')[language], moment(signedAt)],
      [fieldWord('signedReceipts:column.receiptNo')[language], epod.receiptNo ?? ''],
      [say('recoveredAt'), moment(epod.recoveredAt)],
      [fieldWord('waybills:column.remarkCustomer')[language], epod.remark ?? ''],
    ],
    tables: [partiesOf(epod, language), goodsOf(epod, language), signingsOf(epod, language)],
    pictures: epod.photos.map(({ name, path, actId }) => ({
      caption:
        actId === null
          ? `${say('ofPaper')} ${epod.receiptNo ?? ''}`
          : `${say('ofSigning')} ${moment(timeOf.get(actId) ?? null)}`,
      path,
      missing: `${say('notDrawn')}${name}`,
    })),
  }
}

function partiesOf({ shipper, consignee }: Epod, language: Language): ReportTable {
  const say = (key: keyof typeof words) => words[key][language]
  const row = (title: string, { company, name, phone, region, address }: Party) => [
    title,
    company ?? '',
    name,
    phone,
    [region.replaceAll(' ', ''), address].filter(Boolean).join(' '),
  ]
  return tableOf({
    sheet: say('parties'),
    columns: ['', say('company'), say('name'), say('phone'), say('address')].map((title) => ({ title, type: 'text' })),
    rows: [row(say('shipper'), shipper), row(say('consignee'), consignee)],
  })
}

function goodsOf({ goods }: Epod, language: Language): ReportTable {
  const say = (key: keyof typeof words) => words[key][language]
  return tableOf(
    {
      sheet: say('goods'),
      columns: [
        { title: say('goodsName'), type: 'text' },
        { title: say('package'), type: 'text' },
        { title: say('pieces'), type: 'integer' },
        { title: say('weight'), type: 'weight' },
        { title: say('volume'), type: 'volume' },
      ],
      rows: goods.map((line) => [
        line.name,
        wordFor('package', line.package, language),
        line.pieces,
        line.weight,
        line.volume,
      ]),
    },
    say('total'),
  )
}

/** Who took what, when and how; a refusal has nobody who signed. */
function signingsOf({ signings }: Epod, language: Language): ReportTable {
  const say = (key: keyof typeof words) => words[key][language]
  const wayOf = ({ place, noCodeReason }: Epod['signings'][number]): string => {
    if (place !== 'pickup') return place === null ? '' : say('delivered')
    return [say('pickedUp'), noCodeReason === null ? '' : `${say('noCode')}${noCodeReason}`].filter(Boolean).join(' · ')
  }
  return tableOf({
    sheet: say('signings'),
    columns: [
      { title: say('at'), type: 'moment' },
      { title: say('signer'), type: 'text' },
      { title: say('way'), type: 'text' },
      { title: say('signed'), type: 'integer' },
      { title: say('refused'), type: 'integer' },
      { title: say('damaged'), type: 'integer' },
      { title: say('short'), type: 'integer' },
      { title: say('reason'), type: 'text' },
    ],
    rows: signings.map((signing) => [
      moment(signing.signedAt),
      signing.signed > 0 ? signing.signer : say('refusedBy'),
      wayOf(signing),
      signing.signed,
      signing.refused,
      signing.damaged,
      signing.short,
      signing.refuseReason,
    ]),
  })
}

export const epodFileName = ({ no }: { readonly no: string }, language: Language): string =>
  `${words.epod[language]} ${no}`

/** One as a download. */
export async function sendEpod(
  { tx, actor, reply }: { readonly tx: Tx; readonly actor: Actor; readonly reply: FastifyReply },
  deps: { readonly files: Files; readonly drawReport: DrawReport },
  waybillId: number,
  origin: string,
): Promise<FastifyReply> {
  const judged = (await judgeEpods(tx, actor, [waybillId])).get(waybillId)
  if (judged === undefined) throw notFound()
  const { objection } = judged
  if (objection !== undefined) throw new Refusal(objection.reason, objection.params)
  const epod = await readEpod(tx, actor, deps.files, waybillId)
  if (epod === undefined) throw notFound()
  const report = reportOfEpod(epod, actor.language, origin)
  return sendPdf(reply, epodFileName(epod, actor.language), deps.drawReport(report))
}
