import type { GenerateInput } from '@xunyun/contract/warehouse/locations/calls'
import type { ItemInput } from '@xunyun/contract/warehouse/masters/items'
import type { WarehouseInput, ZoneType } from '@xunyun/contract/warehouse/masters/warehouses'
import { generateLocations } from '../src/modules/warehouse/locations/index.ts'
import { addItem, addWarehouse, warehouseDetail } from '../src/modules/warehouse/masters/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import { owned, type Tx } from '../src/platform/db.ts'
import { regionByNames } from '../src/platform/regions.ts'
import { pinyinOf, searchText } from '../src/platform/search.ts'
import type { Masters } from './demoMasters.ts'

/** The demo company's warehouses, and the goods that two owners keep there: made by the acts behind the forms. */

type Zone = WarehouseInput['zones'][number]
const zone = (code: string, name: string, type: ZoneType, more: Partial<Zone> = {}): Zone => ({
  code,
  name,
  type,
  sellable: type === 'store' || type === 'pick',
  tempClass: 'normal',
  enabled: true,
  ...more,
})
const usual = [
  zone('SH', '收货区', 'receive'),
  zone('A', '存储区', 'store'),
  zone('J', '拣货区', 'pick'),
  zone('B', '备货区', 'stage'),
  zone('T', '退货区', 'return'),
  zone('C', '次品区', 'reject'),
]

export async function seedWarehouse(
  tx: Tx,
  people: { keeper: Actor; operator: Actor },
  masters: Pick<Masters, 'outlets' | 'customers'>,
): Promise<void> {
  const { keeper, operator } = people
  const rules = { secondCheck: false, blindCount: true, weightTolerance: '5', nearExpiryDays: 30 }
  const hangzhou = await addWarehouse(
    { tx, actor: operator },
    {
      code: 'HZ1',
      name: '杭州一号仓',
      outletId: masters.outlets.hangzhou,
      regionCode: regionByNames('浙江省', '杭州市', '余杭区')?.code,
      address: '良睦路 1399 号 3 号库',
      managerId: keeper.userId,
      areaM2: '8600',
      ...rules,
      zones: usual.toSpliced(2, 0, zone('L', '冷藏区', 'store', { tempClass: 'cold' })),
    },
  )
  const ningbo = await addWarehouse(
    { tx, actor: operator },
    {
      code: 'NB1',
      name: '宁波仓',
      outletId: masters.outlets.ningbo,
      regionCode: regionByNames('浙江省', '宁波市', '北仑区')?.code,
      address: '明州西路 88 号',
      areaM2: '1200',
      ...rules,
      zones: usual,
    },
  )
  const generate = async (id: number, code: string, ranges: Ranges, limits: Partial<GenerateInput> = {}) => {
    const { zones } = await warehouseDetail(tx, keeper, id)
    const zoneId = zones.find((one) => one.code === code)?.id ?? 0
    const mixing = { serpentine: true, mixItem: true, mixBatch: true }
    await generateLocations(
      { tx, actor: keeper },
      { warehouseId: id, zoneId, ...patternOf(ranges), ...mixing, ...limits },
    )
  }
  const pallet = {
    maxWeight: '1000',
    maxVolume: '1.8',
    maxPallets: 1,
    lengthCm: '120',
    widthCm: '100',
    heightCm: '150',
  }
  const shelf = { maxWeight: '120', maxVolume: '0.3', abc: 'A' as const, mixItem: false }
  await generate(hangzhou.id, 'SH', [1, 4, 1, 1])
  await generate(hangzhou.id, 'A', [5, 10, 4, 1], { ...pallet, abc: 'B' })
  await generate(hangzhou.id, 'L', [1, 6, 3, 1], { ...pallet, mixBatch: false })
  await generate(hangzhou.id, 'J', [2, 10, 2, 1], shelf)
  await generate(hangzhou.id, 'B', [1, 8, 1, 1])
  await generate(hangzhou.id, 'T', [1, 4, 1, 1])
  await generate(hangzhou.id, 'C', [1, 4, 1, 1])
  await generate(ningbo.id, 'SH', [1, 2, 1, 1])
  await generate(ningbo.id, 'A', [2, 6, 3, 1], pallet)
  await generate(ningbo.id, 'J', [1, 6, 2, 1], shelf)
  await generate(ningbo.id, 'B', [1, 2, 1, 1])
  await generate(ningbo.id, 'T', [1, 1, 1, 1])
  await generate(ningbo.id, 'C', [1, 1, 1, 1])
  await seedItems(tx, operator, masters)
}

/** Aisles, racks, levels, slots. */
type Ranges = readonly [aisles: number, racks: number, levels: number, slots: number]
const two = (number: number) => String(number).padStart(2, '0')
const patternOf = ([aisles, racks, levels, slots]: Ranges) => ({
  aisle: { from: '01', to: two(aisles) },
  rack: { from: '01', to: two(racks) },
  level: { from: '1', to: String(levels) },
  ...(slots > 1 ? { slot: { from: '1', to: String(slots) } } : {}),
})

/** GS1: the digits weigh 3 and 1 in turn from the right. */
const withCheckDigit = (digits: string): string => {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

async function seedItems(tx: Tx, operator: Actor, masters: Pick<Masters, 'customers'>): Promise<void> {
  const db = owned(tx)
  const names = ['杭州康源健康科技有限公司', '康源健康'] as const
  const region = regionByNames('浙江省', '杭州市', '余杭区')
  const { id: kangyuan } = await db
    .insertInto('company')
    .values({
      code: 'C00101',
      name: names[0],
      short_name: names[1],
      roles: ['customer', 'owner'],
      region_code: region?.code ?? null,
      region_name: region?.name ?? null,
      tel: '0571-88210316',
      settle_method: 'monthly',
      search: searchText(['C00101', ...names, ...names.map(pinyinOf)]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The customer of the demo account keeps goods with us, too.
  const customer = masters.customers[0]?.id as number
  await db
    .updateTable('company')
    .set({ roles: ['customer', 'owner', 'shipper'] })
    .where('id', '=', customer)
    .execute()
  const categories = new Map<string, number>()
  for (const [index, [code, name]] of categoryRows.entries()) {
    const { id } = await tx
      .insertInto('category')
      .values({ code, name, sort: (index + 1) * 10 })
      .returning('id')
      .executeTakeFirstOrThrow()
    categories.set(code, id)
  }
  const add = async (
    ownerId: number,
    [itemNo, name, spec, unit, category, pack, kg, size, more]: ItemRow,
    at: number,
  ) => {
    const sides = size.split('×')
    const volume = sides.reduce((product, side) => product * Number(side), 1) / 1_000_000
    const [lengthCm, widthCm, heightCm] = sides
    const body = `690${two(ownerId % 100)}${String(at + 1).padStart(7, '0')}`
    const barcode = withCheckDigit(body)
    await addItem(
      { tx, actor: operator },
      {
        ownerId,
        itemNo,
        name,
        spec,
        // Some come without: they stand in the tab of what is incomplete.
        barcodes: at % 9 === 8 ? [] : [barcode],
        categoryId: categories.get(category),
        baseUnit: unit,
        packs: pack === 0 ? [] : [{ unit: 'box', ratio: String(pack), barcode: withCheckDigit(`1${body}`) }],
        lengthCm,
        widthCm,
        heightCm,
        grossWeight: kg,
        netWeight: undefined,
        volume: volume.toFixed(6),
        // Of some nobody has said it.
        unitValue: values[itemNo],
        batchControlled: false,
        serialControlled: false,
        expiryControlled: false,
        overReceivePercent: '0',
        minStock: String((pack || 10) * 2),
        maxStock: String((pack || 10) * 200),
        // Of what is picked by the piece: picking places are filled up by the carton.
        pickMin: String(pack || 10),
        pickMax: String((pack || 10) * 4),
        tempClass: 'normal',
        hazard: false,
        ...more,
      },
    )
  }
  for (const [at, row] of healthRows.entries()) await add(kangyuan, row, at)
  for (const [at, row] of electronicRows.entries()) await add(customer, row, at)
}

const categoryRows = [
  ['HEALTH', '保健食品'],
  ['DEVICE', '医疗器械'],
  ['FOOD', '食品饮料'],
  ['ELEC', '电子产品'],
] as const

type ItemRow = readonly [
  itemNo: string,
  name: string,
  spec: string,
  unit: string,
  category: (typeof categoryRows)[number][0],
  pack: number,
  kg: string,
  size: string,
  more: Partial<ItemInput>,
]
/** Goods that expire: batches with their days, and how long they have to last yet. */
const dated = (days: number, inLeft: number, outLeft: number): Partial<ItemInput> => ({
  batchControlled: true,
  expiryControlled: true,
  shelfLifeDays: days,
  minRemainInDays: inLeft,
  minRemainOutDays: outLeft,
  abc: 'A',
})
const serial: Partial<ItemInput> = { serialControlled: true, abc: 'C' }
const cold: Partial<ItemInput> = { ...dated(180, 90, 30), tempClass: 'cold' }

/** Yuan, of a base unit. */
const values: Readonly<Record<string, string>> = {
  'KY-0311': '18.5',
  'KY-0312': '42',
  'KY-0315': '56',
  'KY-0320': '98',
  'KY-0325': '168',
  'KY-0331': '128',
  'KY-0340': '239',
  'KY-0402': '88',
  'KY-0405': '23.8',
  'KY-0410': '3.75',
  'KY-0411': '2.9',
  'KY-0420': '46',
  'KY-0501': '9.9',
  'KY-0503': '6.2',
  'KY-0510': '199',
  'KY-0511': '79',
  'KY-0512': '145',
  'KY-0520': '268',
  'KY-0901': '0.4125',
  'YF-1024': '189',
  'YF-2001': '14.6',
  'YF-2002': '38',
  'YF-4200': '76',
}

const healthRows: readonly ItemRow[] = [
  ['KY-0311', '维生素 C 泡腾片', '20 片/管', 'bottle', 'HEALTH', 24, '0.120', '4×4×15', dated(720, 360, 90)],
  ['KY-0312', '维生素 B 族片', '100 片/瓶', 'bottle', 'HEALTH', 48, '0.095', '5×5×9', dated(720, 360, 90)],
  ['KY-0315', '钙维生素 D 软胶囊', '90 粒/瓶', 'bottle', 'HEALTH', 36, '0.180', '6×6×11', dated(720, 360, 90)],
  ['KY-0320', '深海鱼油软胶囊', '200 粒/瓶', 'bottle', 'HEALTH', 24, '0.310', '7×7×13', dated(720, 360, 90)],
  ['KY-0325', '蛋白粉', '450 g/罐', 'piece', 'HEALTH', 12, '0.620', '12×12×17', dated(540, 270, 60)],
  ['KY-0331', '益生菌冻干粉', '2 g×30 袋', 'piece', 'HEALTH', 20, '0.110', '12×8×6', cold],
  ['KY-0332', '儿童益生菌滴剂', '8 ml/瓶', 'bottle', 'HEALTH', 60, '0.045', '4×4×9', cold],
  ['KY-0340', '燕窝饮', '70 g×6 瓶', 'piece', 'FOOD', 20, '0.890', '22×15×9', cold],
  ['KY-0402', '坚果礼盒', '1.2 kg', 'piece', 'FOOD', 20, '1.450', '32×24×9', dated(240, 150, 45)],
  ['KY-0403', '混合果干', '500 g/袋', 'bag', 'FOOD', 20, '0.530', '24×16×5', dated(240, 150, 45)],
  ['KY-0405', '即食燕麦片', '800 g/袋', 'bag', 'FOOD', 12, '0.850', '28×18×8', dated(360, 180, 60)],
  ['KY-0410', '电解质水', '500 ml', 'bottle', 'FOOD', 15, '0.530', '6.5×6.5×22', dated(360, 180, 60)],
  ['KY-0411', '苏打水', '350 ml', 'bottle', 'FOOD', 24, '0.370', '6×6×18', dated(360, 180, 60)],
  ['KY-0420', '有机蜂蜜', '散装', 'kg', 'FOOD', 0, '1.000', '10×10×10', { ...dated(720, 360, 90), minStock: '50.5' }],
  [
    'KY-0501',
    '一次性医用口罩',
    '50 只/盒',
    'box',
    'DEVICE',
    0,
    '0.190',
    '18×10×9',
    { ...dated(1095, 540, 180), abc: 'B' },
  ],
  [
    'KY-0502',
    '医用外科手套',
    '100 只/盒',
    'piece',
    'DEVICE',
    20,
    '0.420',
    '24×12×7',
    { batchControlled: true, abc: 'B' },
  ],
  ['KY-0503', '创可贴', '100 片/盒', 'piece', 'DEVICE', 20, '0.080', '12×9×3', { batchControlled: true, abc: 'B' }],
  ['KY-0510', '电子血压计', 'AX-30', 'piece', 'DEVICE', 20, '0.680', '16×13×9', serial],
  ['KY-0511', '额温枪', 'T2', 'piece', 'DEVICE', 40, '0.210', '17×6×5', serial],
  ['KY-0512', '血糖仪', 'G1', 'piece', 'DEVICE', 40, '0.180', '14×9×5', serial],
  ['KY-0513', '血糖试纸', '50 条/盒', 'piece', 'DEVICE', 20, '0.060', '9×5×5', dated(540, 270, 90)],
  ['KY-0520', '雾化器', 'N3', 'piece', 'DEVICE', 12, '1.250', '22×16×12', serial],
  [
    'KY-0601',
    '酒精消毒液',
    '500 ml 75%',
    'bottle',
    'DEVICE',
    20,
    '0.480',
    '7×7×20',
    { ...dated(720, 360, 90), hazard: true },
  ],
  ['KY-0602', '免洗洗手液', '300 ml', 'bottle', 'DEVICE', 24, '0.330', '6×6×17', dated(1095, 540, 180)],
  ['KY-0901', '礼品袋', '30×40 cm', 'piece', 'HEALTH', 200, '0.035', '30×40×0.5', { abc: 'C' }],
]
const electronicRows: readonly ItemRow[] = [
  ['YF-1024', '5G 路由器 AX3000', '白', 'piece', 'ELEC', 10, '0.780', '26×18×8', serial],
  ['YF-2001', '电源适配器 12V 2A', '国标', 'piece', 'ELEC', 60, '0.150', '9×7×4', { abc: 'A' }],
  ['YF-2002', '电源适配器 48V PoE', '国标', 'piece', 'ELEC', 40, '0.260', '12×8×5', { abc: 'B' }],
  ['YF-3101', '网线 CAT6', '305 m/箱', 'roll', 'ELEC', 0, '11.500', '36×36×20', { abc: 'B' }],
  ['YF-4200', '光模块 10G', 'SFP+', 'piece', 'ELEC', 100, '0.030', '10×4×2', { ...serial, abc: 'A' }],
]
