import { call, type Product, password } from './product.ts'
import { query } from './visits.ts'

/** What journeys through a warehouse begin with: an outlet, an owner of goods, a warehouse, and the ways to fill it. */
export type Ground = Awaited<ReturnType<typeof openGround>>

type Options = {
  /** Who counts does not see the book. */
  readonly blindCount?: boolean
  /** Whether goods of several items may stand there; everywhere, if not said. */
  readonly mixes?: (code: string) => boolean
}
/** A zone is known by the first letter of its places. */
const zones = {
  R: ['收货区', 'receive'],
  A: ['存储区', 'store'],
  P: ['拣货区', 'pick'],
  X: ['次品区', 'reject'],
  S: ['备货区', 'stage'],
} as const
type Item = Record<string, unknown>

export async function openGround(product: Product, codes: readonly string[], options: Options = {}) {
  const { blindCount = false, mixes = () => true } = options
  const add = (path: string, input: Record<string, unknown>) =>
    call(product, 'admin', 'POST', path, input) as Promise<{ id: number }>
  const { id: outletId } = await add('/api/Companies/AddCompany', {
    name: '杭州总站',
    roles: ['own'],
    region: '330108',
    address: '江陵路 1 号',
    tel: '0571-88880000',
  })
  const { id: ownerId } = await add('/api/Companies/AddCompany', {
    name: '杭州云帆电子有限公司',
    roles: ['customer', 'owner'],
  })
  const { id: warehouseId } = await add('/api/Warehouses/AddWarehouse', {
    outletId,
    code: 'HZ1',
    name: '杭州一号仓',
    regionCode: '330108',
    address: '江陵路 8 号',
    secondCheck: false,
    blindCount,
    weightTolerance: '5',
    nearExpiryDays: 30,
    zones: Object.entries(zones).map(([code, [name, type]]) => ({
      code,
      name,
      type,
      sellable: type === 'store' || type === 'pick',
      tempClass: 'normal',
      enabled: true,
    })),
  })
  const made = (await call(product, 'admin', 'GET', '/api/Warehouses/GetWarehouse', { id: String(warehouseId) })) as {
    zones: { id: number; code: string }[]
  }
  const places = new Map<string, number>()
  for (const [at, code] of codes.entries()) {
    const { id } = await add('/api/Locations/AddLocation', {
      warehouseId,
      zoneId: made.zones.find((one) => one.code === code.charAt(0))?.id,
      code,
      mixItem: mixes(code),
      mixBatch: true,
      putSeq: at,
      pickSeq: at,
    })
    places.set(code, id)
  }
  type Lot = { itemId: number; qty: string; containerCode?: string }
  /** Goods announced and counted in, now or at a time gone by; the tasks that bring them to their places. */
  const countIn = async (goods: readonly Lot[], at?: Date): Promise<number[]> => {
    const { id } = await add('/api/InboundNotice/AddInboundNotice', {
      warehouseId,
      ownerId,
      type: 'purchase',
      lines: goods.map(({ itemId, qty }) => ({ itemId, unit: 'piece', unitQty: qty, quality: 'good' })),
    })
    const lines = await query(product, 'select id from inbound_line where notice_id = $1 order by seq', [id])
    const [receipt] = await query(product, 'select id from receipt where notice_id = $1', [id])
    await call(product, 'admin', 'POST', '/api/Receive/ReceiveGoods', {
      id: receipt?.id,
      at: at?.toISOString(),
      lines: goods.map(({ qty, containerCode }, index) => ({
        lineId: lines[index]?.id,
        qty,
        containerCode,
        damaged: '0',
        short: '0',
        quality: 'good',
        serials: [],
        damagedSerials: [],
      })),
    })
    const tasks = await query(product, `select id from put_away where receipt_id = $1 order by id`, [receipt?.id])
    return tasks.map((task) => task.id as number)
  }
  return {
    ownerId,
    warehouseId,
    /** Ids of places by their code. */
    places,
    add,
    item: async (itemNo: string, more: Item = {}) =>
      (
        await add('/api/Items/AddItem', {
          ownerId,
          itemNo,
          name: itemNo,
          barcodes: [],
          baseUnit: 'piece',
          packs: [],
          batchControlled: false,
          serialControlled: false,
          expiryControlled: false,
          overReceivePercent: '0',
          tempClass: 'normal',
          hazard: false,
          ...more,
        })
      ).id,
    /** Goods counted in, now or at a time gone by, and put away where it is suggested. */
    async receive(goods: readonly Lot[], at?: Date): Promise<void> {
      const ids = await countIn(goods, at)
      await call(product, 'admin', 'POST', '/api/Ground/PutAwayAsSuggested', { ids })
    },
    /** Goods counted in and put away at a place that is named. */
    async stand(itemId: number, qty: string, code: string, containerCode?: string): Promise<void> {
      const [id] = await countIn([{ itemId, qty, ...(containerCode === undefined ? {} : { containerCode }) }])
      await add('/api/Ground/PutAwayGoods', { id, locationId: places.get(code), serials: [] })
    },
    /** Somebody with the preset rights of a role, signed in before. */
    async person(account: string, name: string, role: string): Promise<void> {
      const first = 'First-Pass-1'
      const [found] = await query(product, 'select id from role where name = $1', [role])
      await add('/api/Users/AddUsers', { LOGNAME: account, PSD: first, UNAME: name, scope: 'all', roles: [found?.id] })
      await call(
        product,
        account,
        'POST',
        '/api/Users/ChangePWD',
        { OldPSD: first, PSD: password, Pwd2: password },
        first,
      )
    },
  }
}
