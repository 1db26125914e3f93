import type { Reasons } from './shape.ts'

export const stockErrors = {
  'stock.short': {
    code: 409,
    zh: '库存不够：{lines}',
    en: 'Not enough in stock: {lines}',
    es: 'Existencias insuficientes: {lines}',
    ja: '在庫が足りません：{lines}',
  },
  'stock.wasShort': {
    code: 409,
    zh: '补录的时间之后库存会变成负数：{lines}',
    en: 'Dated back like this, stock would have been below zero later: {lines}',
    es: 'Con esa fecha, las existencias habrían quedado luego bajo cero: {lines}',
    ja: 'この日時で記録すると、その後の在庫がマイナスになります：{lines}',
  },
  'stock.future': {
    code: 422,
    zh: '时间不能晚于现在',
    en: 'The time can not lie in the future',
    es: 'La hora no puede ser futura',
    ja: '日時を未来にはできません',
  },
  'stock.serialElsewhere': {
    code: 409,
    zh: '这些序列号不在这里：{numbers}',
    en: 'These serial numbers are not here: {numbers}',
    es: 'Estos números de serie no están aquí: {numbers}',
    ja: 'このシリアル番号はここにありません：{numbers}',
  },
  'stock.serialTaken': {
    code: 409,
    zh: '这些序列号已在库：{numbers}',
    en: 'These serial numbers are in stock already: {numbers}',
    es: 'Estos números de serie ya están en existencias: {numbers}',
    ja: 'このシリアル番号はすでに在庫にあります：{numbers}',
  },
  'stock.serialCount': {
    code: 422,
    zh: '{item} 有 {given} 个序列号，应有 {needed} 个',
    en: '{item} has {given} serial numbers and needs {needed}',
    es: '{item} tiene {given} números de serie y necesita {needed}',
    ja: '{item} のシリアル番号は {given} 件です。{needed} 件必要です',
  },
  'stock.counting': {
    code: 409,
    zh: '库位 {location} 正在盘点，盘完再动',
    en: 'Location {location} is being counted: nothing moves until it is done',
    es: 'La ubicación {location} está en conteo: nada se mueve hasta que termine',
    ja: 'ロケーション {location} は棚卸中です。終わるまで動かせません',
  },
  'stock.reversed': {
    code: 409,
    zh: '已经冲销过',
    en: 'Reversed already',
    es: 'Ya está anulado',
    ja: 'すでに取り消されています',
  },
} satisfies Reasons
