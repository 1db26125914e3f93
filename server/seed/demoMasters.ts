import { clock, nextDay } from '../src/platform/clock.ts'
import type { FullDb } from '../src/platform/db.ts'
import { regionByBrief, regionByNames } from '../src/platform/regions.ts'
import { pinyinOf, searchText } from '../src/platform/search.ts'

/** The demo company's master data: outlets, partners, contacts, drivers, vehicles. Names and numbers are made up. */

export type Masters = {
  outlets: { hangzhou: number; ningbo: number; guangzhou: number; chengdu: number; wuhan: number }
  customers: {
    id: number
    name: string
    city: readonly [string, string, string]
    contact: readonly [string, string, string]
  }[]
  drivers: number[]
  vehicles: number[]
  /** Indexes of the refrigerated ones. */
  cold: number[]
  carrier: number
  special: number
  courier: number
  /** Another of each, with other rates. */
  otherSpecial: number
  otherCourier: number
}

const daysAhead = (days: number): string => {
  let day = clock.today()
  for (let i = 0; i < days; i += 1) day = nextDay(day)
  return day
}

const serves = (...names: string[]): string[] => names.flatMap((name) => regionByBrief(name)?.code ?? []).sort()

const aroundHangzhou = ['杭州市', '温州市', '嘉兴市', '湖州市', '绍兴市', '金华市', '衢州市', '丽水市']

export async function seedMasters(db: FullDb): Promise<Masters> {
  let codes = 0
  const company = async (
    name: string,
    shortName: string,
    roles: string[],
    place: readonly [string, string, string],
    more: Record<string, unknown> = {},
  ) => {
    codes += 1
    const code = `${roles.includes('own') ? 'W' : roles.includes('customer') ? 'C' : 'S'}${String(codes).padStart(5, '0')}`
    const region = regionByNames(...place)
    const tel = `0571-8${String(5_000_000 + codes * 7919).slice(0, 7)}`
    const { id } = await db
      .insertInto('company')
      .values({
        code,
        name,
        short_name: shortName,
        roles,
        search: searchText([code, name, shortName, pinyinOf(name), pinyinOf(shortName), tel]),
        region_code: region?.code ?? null,
        region_name: region?.name ?? null,
        tel,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const hangzhou = await company('杭州迅运物流有限公司', '杭州总站', ['own'], ['浙江省', '杭州市', '余杭区'], {
    service_regions: serves(...aroundHangzhou, '上海市', '江苏省'),
    address: '良睦路 1399 号',
    legal_person: '周建国',
    uscc: '91330110MA27WXYA1C',
    taxpayer_type: 'general',
  })
  const under = { parent_id: hangzhou }
  const outlets = {
    hangzhou,
    ningbo: await company('迅运宁波站', '宁波站', ['own'], ['浙江省', '宁波市', '北仑区'], {
      ...under,
      service_regions: serves('宁波市', '舟山市', '台州市'),
      address: '明州西路 88 号',
    }),
    guangzhou: await company('迅运广州白云站', '广州白云站', ['own'], ['广东省', '广州市', '白云区'], {
      ...under,
      service_regions: serves('广东省'),
      address: '太和镇石湖路 20 号',
    }),
    chengdu: await company('迅运成都青白江站', '成都青白江站', ['own'], ['四川省', '成都市', '青白江区'], {
      ...under,
      service_regions: serves('四川省', '重庆市'),
      address: '香岛大道 1509 号',
    }),
    wuhan: await company('迅运武汉中转站', '武汉中转站', ['own'], ['湖北省', '武汉市', '东西湖区'], {
      ...under,
      service_regions: serves('湖北省'),
      address: '走马岭食品二路 8 号',
    }),
  }

  const customers: Masters['customers'] = []
  for (const [name, shortName, place, contact, more] of customerRows) {
    const id = await company(name, shortName, ['customer', 'shipper'], place, {
      settle_method: 'monthly',
      credit_limit: '200000',
      credit_days: 30,
      ...more,
    })
    const region = regionByNames(...place)
    await db
      .insertInto('contact')
      .values({
        company_id: id,
        type: 'customer',
        name: contact[0],
        mobile: contact[1],
        region_code: region?.code ?? null,
        region_name: region?.name ?? null,
        address: contact[2],
        is_default: true,
        search: searchText([contact[0], pinyinOf(contact[0]), contact[1], shortName]),
      })
      .execute()
    customers.push({ id, name, city: place, contact })
  }

  const carrier = await company('陆港运输车队', '陆港车队', ['carrier'], ['浙江省', '杭州市', '萧山区'], {
    permit_no: '浙交运管许可杭字330109004512号',
    permit_expiry: daysAhead(25),
  })
  const special = await company('安达浙粤专线', '安达专线', ['special'], ['广东省', '佛山市', '南海区'], {
    permit_expiry: daysAhead(300),
  })
  const courier = await company('顺达速运杭州分部', '顺达速运', ['courier'], ['浙江省', '杭州市', '西湖区'])
  const otherSpecial = await company('粤达浙粤专线', '粤达专线', ['special'], ['浙江省', '杭州市', '萧山区'], {
    permit_expiry: daysAhead(240),
  })
  const otherCourier = await company('通远快递杭州分公司', '通远快递', ['courier'], ['浙江省', '杭州市', '余杭区'])

  const drivers: number[] = []
  const vehicles: number[] = []
  for (const [index, [name, mobile, plate, model, load, volume, type, special]] of fleet.entries()) {
    const { id: driverId } = await db
      .insertInto('driver')
      .values({
        name,
        mobile,
        licence_class: 'A2',
        licence_no: `33010619${String(820_000 + index * 313)}`,
        licence_expiry: daysAhead(index === 5 ? 20 : 700),
        qualification_no: `3301${String(400_000 + index * 71)}`,
        qualification_expiry: daysAhead(500),
        carrier_id: type === 'own' ? null : carrier,
        search: searchText([name, pinyinOf(name), mobile]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('vehicle')
      .values({
        type,
        plate_no: plate,
        plate_color: 'yellow',
        model,
        load_kg: load,
        volume_m3: volume,
        driver_id: driverId,
        carrier_id: type === 'own' ? null : carrier,
        licence_expiry: daysAhead(400),
        permit_expiry: daysAhead(index === 4 ? 12 : 300),
        inspection_expiry: daysAhead(index === 6 ? -3 : 200),
        insurance_expiry: daysAhead(180),
        cold: special === 'cold',
        temp_min: special === 'cold' ? '-18' : null,
        temp_max: special === 'cold' ? '8' : null,
        hazard: special === 'hazard',
        search: searchText([plate, name, pinyinOf(name), type === 'own' ? '' : '陆港车队']),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    drivers.push(driverId)
    vehicles.push(id)
  }
  const cold = fleet.flatMap((row, index) => (row[7] === 'cold' ? [index] : []))
  return { outlets, customers, drivers, vehicles, cold, carrier, special, courier, otherSpecial, otherCourier }
}

type CustomerRow = readonly [
  string,
  string,
  readonly [string, string, string],
  readonly [string, string, string],
  Record<string, unknown>?,
]
const customerRows: readonly CustomerRow[] = [
  [
    '杭州云帆电子有限公司',
    '云帆电子',
    ['浙江省', '杭州市', '余杭区'],
    ['王志强', '13857112086', '仓前街道良睦路 1399 号 3 幢'],
  ],
  [
    '宁波恒达机电有限公司',
    '恒达机电',
    ['浙江省', '宁波市', '鄞州区'],
    ['李建军', '13905741133', '下应街道诚信路 518 号'],
  ],
  [
    '苏州明志家居有限公司',
    '明志家居',
    ['江苏省', '苏州市', '吴中区'],
    ['顾晓梅', '13812670945', '木渎镇金枫南路 198 号'],
  ],
  [
    '上海康源医药有限公司',
    '康源医药',
    ['上海市', '上海市', '闵行区'],
    ['陆敏', '13601887420', '华宁路 3239 号'],
    { settle_method: 'receipt' },
  ],
  ['无锡锐成精工有限公司', '锐成精工', ['江苏省', '无锡市', '锡山区'], ['钱海涛', '13771023856', '鹅湖镇锡张路 66 号']],
  ['嘉兴禾盛食品有限公司', '禾盛食品', ['浙江省', '嘉兴市', '秀洲区'], ['沈国平', '13957372211', '王店镇广平路 2 号']],
  ['金华蓝田工具有限公司', '蓝田工具', ['浙江省', '金华市', '婺城区'], ['方文俊', '13858933790', '临江东路 1188 号']],
  [
    '温州正泓电气有限公司',
    '正泓电气',
    ['浙江省', '温州市', '乐清市'],
    ['叶晓东', '13806889156', '柳市镇柳黄路 2280 号'],
    { settle_method: 'cash', credit_limit: null },
  ],
]
type FleetRow = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  'own' | 'contract' | 'hired',
  ('cold' | 'hazard')?,
]
const namedFleet: readonly FleetRow[] = [
  ['沈立', '13588012340', '浙A8K215', '9.6box', '10000', '56', 'own'],
  ['黄文博', '13588012351', '浙A6N903', '9.6rail', '12000', '54', 'own'],
  ['吴国庆', '13588012362', '浙A3F718', '4.2box', '1800', '16', 'own'],
  ['郑凯', '13588012373', '浙B7T226', '4.2box', '1800', '16', 'own'],
  ['赵海波', '13588012384', '浙A2L559', '13flat', '30000', '90', 'contract'],
  ['孙长河', '13588012395', '粤A5Q871', '6.8box', '8000', '40', 'contract'],
  ['周大勇', '13588012406', '川A1G338', '7.6rail', '9000', '46', 'hired'],
  ['冯志远', '13588012417', '浙A9C602', '9.6cold', '9000', '50', 'contract', 'cold'],
]

const surnames = [
  '陈',
  '林',
  '许',
  '何',
  '罗',
  '高',
  '马',
  '梁',
  '宋',
  '唐',
  '韩',
  '邓',
  '曹',
  '彭',
  '曾',
  '萧',
  '田',
  '董',
  '潘',
  '袁',
]
/** Twenty more, so that many trips can be on the road at once. */
const fleet: readonly FleetRow[] = [
  ...namedFleet,
  ...surnames.map(
    (surname, i): FleetRow => [
      `${surname}${['师傅', '建国', '永强', '志明'][i % 4]}`,
      `1367581${String(2000 + i * 37).padStart(4, '0')}`,
      `浙A${'BCDEFGHJKL'.charAt(i % 10)}${String(1000 + i * 83)}`,
      (['9.6box', '6.8box', '7.6rail', '13box'] as const)[i % 4] as string,
      ['10000', '8000', '9000', '30000'][i % 4] as string,
      ['56', '40', '46', '85'][i % 4] as string,
      (['own', 'contract', 'hired'] as const)[i % 3] as 'own' | 'contract' | 'hired',
      i % 7 === 0 ? 'cold' : undefined,
    ],
  ),
]
