import { call, type Product, password } from './product.ts'
import { query } from './visits.ts'

/** What journeys through a warehouse begin with: an outlet, an owner of goods, a warehouse, and the ways to fill it. */
export type Ground = Awaited<ReturnType<typeof openGround>>

export async function openGround(product: Product, codes: readonly string[]) {
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
  const zone = (code: string, name: string, type: string) => ({
    code,
    name,
    type,
    sellable: type === 'store',
    tempClass: 'normal',
    enabled: true,
  })
  const { id: warehouseId } = await add('/api/Warehouses/AddWarehouse', {
    outletId,
    code: 'HZ1',
    name: '杭州一号仓',
    region: '330108',
    address: '江陵路 8 号',
    secondCheck: false,
    blindCount: false,
    weightTolerance: '5',
    nearExpiryDays: 30,
    zones: [zone('R', '收货区', 'receive'), zone('A', '存储区', 'store'), zone('S', '备货区', 'stage')],
  })
  const { zones } = (await call(product, 'admin', 'GET', '/api/Warehouses/GetWarehouse', {
    id: String(warehouseId),
  })) as { zones: { id: number; code: string }[] }
  for (const [at, code] of codes.entries())
    await add('/api/Locations/AddLocation', {
      warehouseId,
      zoneId: zones.find((one) => one.code === code.charAt(0))?.id,
      code,
      mixItem: true,
      mixBatch: true,
      putSeq: at,
      pickSeq: at,
    })
  return {
    ownerId,
    warehouseId,
    item: async (itemNo: string, more: Record<string, unknown> = {}) =>
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
    /** Goods announced and counted in, now or at a time gone by, and put away where it is suggested. */
    async receive(goods: readonly { itemId: number; qty: string }[], at?: Date): Promise<void> {
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
        lines: goods.map(({ qty }, index) => ({
          lineId: lines[index]?.id,
          qty,
          damaged: '0',
          short: '0',
          quality: 'good',
          serials: [],
          damagedSerials: [],
        })),
      })
      const tasks = await query(product, `select id from put_away where state = 'waiting'`)
      await call(product, 'admin', 'POST', '/api/Ground/PutAwayAsSuggested', { ids: tasks.map((task) => task.id) })
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
