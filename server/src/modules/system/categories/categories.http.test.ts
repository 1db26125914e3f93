import type { Sent } from '@xunyun/contract/kernel/call'
import * as calls from '@xunyun/contract/system/categories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../../test/sheets.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const add = async (code: string, name: string, pid = 0) =>
  (await world.admin.ok(calls.addCategory, { pid, code, name })).id
const row = async (id: number) => {
  const found = (await world.admin.ok(calls.getCategories, { ids: [id] })).rows[0]
  if (found === undefined) throw new Error(`no category ${id}`)
  return found
}
const below = async (pid: number) =>
  (await world.admin.ok(calls.getCategories, { pid } as Sent<typeof calls.getCategories>)).rows.map(({ code }) => code)

describe('categories', () => {
  it('[RT-12/g_code] a tree: codes unique under their parent, each with those above it', async () => {
    const goods = await add('GOODS', '货物')
    const food = await add('FOOD', '食品', goods)
    const other = await add('OTHER', '其他')
    await add('FOOD', '别处的食品', other)
    expect(await world.admin.refused(calls.addCategory, { pid: goods, code: 'food', name: '又是食品' })).toMatchObject({
      code: 422,
      fields: [{ path: 'code', reason: 'settings.categoryCodeTaken' }],
    })
    const fresh = await add('FRESH', '生鲜', food)
    expect(await row(fresh)).toMatchObject({ pid: food, parents: '货物 / 食品', children: 0, enabled: true })
    expect(await row(goods)).toMatchObject({ pid: 0, parents: '', children: 1 })
    const tree = await world.admin.ok(calls.getCategoryTree, {})
    expect(tree.map(({ code }) => code)).toEqual(['GOODS', 'FOOD', 'FRESH', 'OTHER', 'FOOD'])
    const found = await world.admin.ok(calls.getCategories, { pid: goods, q: 'sx' })
    expect(found.rows.map(({ id }) => id)).toEqual([fresh])
    expect((await world.admin.ok(calls.getCategories, { pid: other, q: 'sx' })).rows).toEqual([])
  })

  it('[RT-12/g_code] moves beside or below another, never below itself', async () => {
    const a = await add('A', '甲')
    const b = await add('B', '乙')
    const c = await add('C', '丙', a)
    const version = async (id: number) => (await row(id)).version
    await world.admin.ok(calls.moveCategory, { id: b, pid: a, before: c, version: await version(b) })
    expect(await below(a)).toEqual(['B', 'C'])
    for (const pid of [a, c, b]) {
      const refused = await world.admin.refused(calls.moveCategory, { id: a, pid, version: await version(a) })
      expect(refused.fields).toMatchObject([{ path: 'pid', reason: 'settings.categoryCircle' }])
    }
    const taken = await add('C', '另一个丙')
    expect(
      await world.admin.refused(calls.moveCategory, { id: taken, pid: a, version: await version(taken) }),
    ).toMatchObject({ fields: [{ path: 'code' }] })
    expect(await world.admin.refused(calls.addCategory, { pid: 999_999, code: 'X', name: 'x' })).toMatchObject({
      fields: [{ path: 'pid', reason: 'settings.categoryParent' }],
    })
    const [moved] = await world.admin.ok(calls.getCategoryHistory, { id: b })
    expect(moved).toMatchObject({ action: 'moved', changes: [{ field: 'parent', from: null, to: '甲' }, {}] })
  })

  it('[RT-12/g_code] disabling asks first how many stay enabled below, and disables none of them by itself', async () => {
    const top = await add('TOP', '上')
    const inner = await add('IN', '下', top)
    const ids = [top]
    const asked = await world.admin.refused(calls.setCategoriesEnabled, { ids, enabled: false })
    expect(asked).toMatchObject({ code: 300, reason: 'settings.categoryDisable', params: { number: 1 } })
    expect((await row(top)).enabled).toBe(true)
    expect(await world.admin.ok(calls.setCategoriesEnabled, { ids, enabled: false, confirm: 1 })).toMatchObject({
      done: 1,
    })
    expect((await row(top)).enabled).toBe(false)
    expect((await row(inner)).enabled).toBe(true)
    // Both at once: nothing stays behind, nothing is asked.
    await world.admin.ok(calls.setCategoriesEnabled, { ids, enabled: true })
    expect(await world.admin.ok(calls.setCategoriesEnabled, { ids: [top, inner], enabled: false })).toMatchObject({
      done: 2,
    })
    const { tabs } = await world.admin.ok(calls.getCategoryTotals, { pid: top })
    expect(tabs).toMatchObject({ enabled: 0, disabled: 1, all: 1 })
  })

  it('[RT-12/g_code] is deleted from below, and its code is free again', async () => {
    const top = await add('DEL', '删')
    const inner = await add('DEL', '里', top)
    const refused = await world.admin.ok(calls.deleteCategories, { ids: [top] })
    expect(refused.refused).toMatchObject([{ no: '删', reason: 'settings.categoryHasChildren' }])
    expect(await world.admin.ok(calls.deleteCategories, { ids: [inner, top] })).toMatchObject({ done: 2 })
    await add('DEL', '再来')
  })

  it('[RT-12/g_code] [SE-08] of two people the second is told; each needs the right', async () => {
    const id = await add('TWO', '两人')
    const { client } = await world.person('keeper', { rights: { gCode: 'edit' } })
    await client.ok(calls.changeCategory, { id, pid: 0, code: 'TWO', name: '二人', version: 1 })
    expect(
      await world.admin.refused(calls.changeCategory, { id, pid: 0, code: 'TWO', name: '俩', version: 1 }),
    ).toMatchObject({
      code: 409,
      reason: 'kernel.stale',
      params: { by: 'keeper' },
    })
    expect(await client.refused(calls.deleteCategories, { ids: [id] })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.setCategoriesEnabled, { ids: [id], enabled: false })).toMatchObject({ code: 403 })
    const looks = await world.person('looks', { rights: { gCode: 'browse' } })
    expect(await looks.client.refused(calls.addCategory, { pid: 0, code: 'N', name: 'n' })).toMatchObject({ code: 403 })
    expect((await looks.client.ok(calls.getCategories, { ids: [id] })).rows[0]).toMatchObject({
      name: '二人',
      actions: [],
    })
  })

  it('[RT-12/g_code] is taken away as a file', async () => {
    const { rows } = await download(world.admin, calls.exportCategories, { q: '生鲜', columns: ['code', 'parents'] })
    expect(rows).toContainEqual(['FRESH', '货物 / 食品'])
  })
})
