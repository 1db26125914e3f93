import { dictionary, openTypes } from '@xunyun/contract/dictionary'
import { addVehicle, changeVehicle, exportVehicles, getVehicle } from '@xunyun/contract/resources/calls'
import * as calls from '@xunyun/contract/system/dictionary'
import { createWaybill } from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDictionary } from '../../../../seed/dictionary.ts'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { download } from '../../../../test/sheets.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
})
afterAll(() => world.close())

const entries = (type: string) => world.admin.ok(calls.getDictionary, { type: type as 'package' })
const entry = async (type: string, code: string) => {
  const found = (await entries(type)).find((row) => row.code === code)
  if (found === undefined) throw new Error(`no ${type} ${code}`)
  return found
}
const save = (type: string, rows: object[]) =>
  world.admin.ok(calls.saveDictionary, { type: type as 'package', rows: rows as never })
const refusedSave = (type: string, rows: object[]) => world.admin.refused(calls.saveDictionary, { type, rows })
const vehicle = (plateNo: string, model: string) =>
  ({ type: 'own', plateNo, plateColor: 'blue', model, loadKg: '1000' }) as const

describe('the dictionary', () => {
  it('[EN-01] holds the eight enumerations of the specification with their values', async () => {
    const values = async (type: string) => (await entries(type)).map(({ code, en }) => `${code} ${en}`)
    expect(await values('importance')).toEqual(['0 Normal', '1 Important', '2 Very important'])
    expect(await values('circulation')).toEqual(['0 Not yet', '1 Circulating', '2 Ended', '3 Archived'])
    expect(await values('urgency')).toEqual(['0 Normal', '1 Urgent', '2 Extra urgent', '3 Special'])
    expect(await values('secrecy')).toEqual(['0 Normal', '1 Secret', '2 Confidential', '3 Top secret'])
    expect((await entries('company')).map(({ code }) => code)).toEqual(['1', '2', '3'])
    expect(await values('seal')).toEqual(['1 Official seal', '2 Legal-person seal'])
    expect(await values('priority')).toEqual(['0 Normal', '1 Important', '2 Priority'])
    expect(await values('itemType')).toEqual(['1 Seal', '2 Important certificate', '3 Document', '4 Goods'])
  })

  it('[RT-12/dictionary] knows every type of the program, and which are open', async () => {
    const types = await world.admin.ok(calls.getDictionaryTypes, {})
    expect(types.map(({ type }) => type).sort()).toEqual(Object.keys(dictionary).sort())
    expect(
      types
        .filter(({ open }) => open)
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...openTypes].sort())
    expect(types.find(({ type }) => type === 'package')).toMatchObject({ title: '包装', count: 10, missing: 0 })
  })

  it('[RT-12/dictionary] a word that is changed is said in exports, in every language, and stays over a start', async () => {
    await world.admin.ok(addVehicle, vehicle('浙A10001', 'van'))
    const { id, version } = await entry('vehicleModel', 'van')
    await save('vehicleModel', [{ id, version, zh: '小面', en: 'Minivan', es: '', ja: 'ミニバン' }])
    const { rows } = await download(world.admin, exportVehicles, {
      types: ['own'],
      columns: ['plateNo', 'model'],
    } as never)
    expect(rows).toContainEqual(['浙A10001', '小面'])
    expect(
      (await world.admin.ok(calls.getDictionaryTypes, {})).find(({ type }) => type === 'vehicleModel'),
    ).toMatchObject({
      missing: 1,
    })
    await seedDictionary(world.db as never)
    expect(await entry('vehicleModel', 'van')).toMatchObject({ zh: '小面', version: 2, updatedByName: '管理员' })
    const [last] = await world.admin.ok(calls.getDictionaryHistory, { id })
    expect(last?.changes).toContainEqual({ field: 'zh', from: '面包车', to: '小面' })
  })

  it('[RT-12/dictionary] words are asked for with their version, and not sent twice', async () => {
    const { version } = await world.admin.ok(calls.getWords, {})
    expect(await world.admin.ok(calls.getWords, { version })).toEqual({ version, types: null })
    await save('payMethod', [{ ...(await pick('payMethod', 'collect')), zh: '货到付款' }])
    const changed = await world.admin.ok(calls.getWords, { version })
    expect(changed.version).not.toBe(version)
    expect(changed.types?.payMethod?.find(({ code }) => code === 'collect')).toMatchObject({
      titles: { zh: '货到付款', en: 'Collect' },
      enabled: true,
    })
    expect(changed.types?.payMethod?.map(({ code }) => code)).toEqual(Object.keys(dictionary.payMethod))
  })

  it('[RT-12/dictionary] a type that is as it was delivered is not told, and is told again once it is not', async () => {
    const told = async () => Object.keys((await world.admin.ok(calls.getWords, {})).types ?? {})
    expect(await told()).not.toContain('goodsType')
    const { id } = await entry('goodsType', 'other')
    await world.admin.ok(calls.setDictionaryEnabled, { ids: [id], enabled: false })
    expect(await told()).toContain('goodsType')
    await world.admin.ok(calls.setDictionaryEnabled, { ids: [id], enabled: true })
    expect(await told()).not.toContain('goodsType')
    const codes = Object.keys(dictionary.goodsType)
    const ids = await Promise.all(codes.map(async (code) => (await entry('goodsType', code)).id))
    await world.admin.ok(calls.sortDictionary, { type: 'goodsType', ids: ids.toReversed() })
    expect(await told()).toContain('goodsType')
    const types = (await world.admin.ok(calls.getWords, {})).types
    expect(types?.goodsType?.map(({ code }) => code)).toEqual(codes.toReversed())
  })

  it('[RT-12/dictionary] an open type takes entries of the company’s own, at once good for new records', async () => {
    const goods = [{ name: '瓷器', package: 'honeycomb', pieces: 1, weight: '1', volume: '0.1' }]
    const place = () => freight.waybill(world.admin, 1, { goods })
    await expect(place()).rejects.toThrow('goods.0.package')
    expect(await save('package', [{ code: 'honeycomb', zh: '蜂窝箱', en: 'Honeycomb box' }])).toEqual({
      added: 1,
      changed: 0,
    })
    await place()
    const own = await entry('package', 'honeycomb')
    expect(own).toMatchObject({ system: false, used: 1, es: '' })
    const outcome = await world.admin.ok(calls.deleteDictionary, { ids: [own.id, (await entry('package', 'drum')).id] })
    expect(outcome.refused.map(({ reason }) => reason)).toEqual(['settings.wordUsed', 'settings.wordSystem'])
    expect(outcome.refused[0]?.msg).toContain('全部运单')
    const { added } = await save('package', [{ code: 'spare', zh: '备用' }])
    expect(added).toBe(1)
    const spare = await entry('package', 'spare')
    expect(await world.admin.ok(calls.deleteDictionary, { ids: [spare.id] })).toMatchObject({ done: 1 })
  })

  it('[RT-12/dictionary] a disabled code is refused for new input, and stays where it was', async () => {
    const { id: car } = await world.admin.ok(addVehicle, vehicle('浙A10002', '4.2box'))
    const { id } = await entry('vehicleModel', '4.2box')
    expect(await world.admin.ok(calls.setDictionaryEnabled, { ids: [id], enabled: false })).toMatchObject({ done: 1 })
    expect(await world.admin.refused(addVehicle, vehicle('浙A10003', '4.2box'))).toMatchObject({
      fields: [{ path: 'model', reason: 'settings.wordDisabled' }],
    })
    const { version } = await world.admin.ok(getVehicle, { id: car })
    await world.admin.ok(changeVehicle, { ...vehicle('浙A10002', '4.2box'), loadKg: '1100', id: car, version } as never)
    const drum = await entry('package', 'drum')
    await world.admin.ok(calls.setDictionaryEnabled, { ids: [drum.id], enabled: false })
    const goods = [{ name: '油', package: 'drum', pieces: 1, weight: '1', volume: '0.1' }]
    await expect(freight.waybill(world.admin, 1, { goods })).rejects.toThrow('settings.wordDisabled')
  })

  it('[RT-12/dictionary] a closed type keeps its codes, all of them offered', async () => {
    const { id } = await entry('payMethod', 'monthly')
    expect(await refusedSave('payMethod', [{ code: 'barter', zh: '以物易物' }])).toMatchObject({
      code: 409,
      reason: 'settings.wordClosed',
    })
    const off = await world.admin.ok(calls.setDictionaryEnabled, { ids: [id], enabled: false })
    expect(off.refused[0]).toMatchObject({ reason: 'settings.wordClosed' })
    expect(await world.admin.refused(createWaybill, { payMethod: 'barter' })).toMatchObject({ code: 422 })
  })

  it('[RT-12/dictionary] codes and words are told apart; each bad row is named, and nothing of the rest is kept', async () => {
    const refused = await refusedSave('package', [
      { code: 'good', zh: '好的' },
      { code: 'CARTON', zh: '大纸箱' },
      { code: '-bad', zh: '坏' },
    ])
    expect(refused.fields).toMatchObject([{ path: 'rows.2.code', reason: 'settings.wordCode' }])
    const taken = await refusedSave('package', [
      { code: 'good', zh: '好的' },
      { code: 'CARTON', zh: '大纸箱' },
      { code: 'fine', zh: 'pallet' },
    ])
    expect(taken.fields.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'rows.1.code settings.wordCodeTaken',
      'rows.2.zh settings.wordTaken',
    ])
    expect((await entries('package')).map(({ code }) => code)).not.toContain('good')
  })

  it('[RT-12/dictionary] of two people at one word the second is told; the order disturbs nobody', async () => {
    const roll = await pick('package', 'roll')
    const second = await world.person('words', { rights: { dictionary: 'edit' } })
    const order = (await entries('package')).map(({ id }) => id).reverse()
    await second.client.ok(calls.sortDictionary, { type: 'package', ids: order })
    expect((await entries('package')).map(({ id }) => id)).toEqual(order)
    await second.client.ok(calls.saveDictionary, { type: 'package', rows: [{ ...roll, zh: '卷筒' }] })
    expect(await refusedSave('package', [{ ...roll, zh: '圆卷' }])).toMatchObject({
      code: 409,
      params: { by: 'words' },
    })
    expect(await second.client.refused(calls.setDictionaryEnabled, { ids: [roll.id], enabled: false })).toMatchObject({
      code: 403,
    })
    expect(await second.client.refused(calls.deleteDictionary, { ids: [roll.id] })).toMatchObject({ code: 403 })
  })

  it('[RT-12/dictionary] is taken away as a file, one type or all', async () => {
    const one = await download(world.admin, calls.exportDictionary, { type: 'package', columns: ['code', 'ja'] })
    expect(one.rows).toContainEqual(['carton', '段ボール'])
    const all = await download(world.admin, calls.exportDictionary, { columns: ['type', 'code'] })
    expect(all.rows).toContainEqual(['itemType', '4'])
  })
})

async function pick(type: string, code: string) {
  const { id, version, zh, en, es, ja } = await entry(type, code)
  return { id, version, zh, en, es, ja }
}
