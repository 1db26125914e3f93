import { getUserInfo, getUserRight, type MenuItem, setSysUserRights } from '@xunyun/contract/system/calls'
import * as calls from '@xunyun/contract/system/menus'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../../test/sheets.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const tree = () => world.admin.ok(calls.getFuncTypeAll, {})
const entryOf = async (page: string) => {
  const found = (await tree()).find((row) => row.Page === page)
  if (found === undefined) throw new Error(`no entry of ${page}`)
  return found
}
const one = async (MenuID: number) => (await world.admin.ok(calls.getFuncType, { MenuID }))[0]
const titles = (items: readonly MenuItem[]) => items.map(({ MenuName }) => MenuName)

describe('[AP-04] the menu', () => {
  it('[AP-04] comes as a tree, and by MenuID or ParentID', async () => {
    const all = await tree()
    const user = await entryOf('user')
    expect(all.find(({ MenuID }) => MenuID === user.ParentID)).toMatchObject({ GoUrl: '', seeded: true })
    const roots = await world.admin.ok(calls.getFuncType, { ParentID: 0 })
    expect(roots.every(({ depth, ParentID }) => depth === 0 && ParentID === 0)).toBe(true)
    expect(titles(roots)).toContain('系统管理')
    expect((await one(user.MenuID))?.GoUrl).toBe('/system/user')
    expect(all.map(({ id }) => id).indexOf(user.ParentID)).toBeLessThan(
      all.indexOf(all.find(({ id }) => id === user.id) as never),
    )
  })

  it('[AP-04 SH-16] an outside address is everybody’s, with its window; a name alone is said in every language', async () => {
    const parent = (await entryOf('allWayBill')).ParentID
    const { MenuID } = await world.admin.ok(calls.addFunType, {
      ParentID: parent,
      MenuName: '海关',
      GoUrl: 'https://www.example.com/track',
      Icon: 'globe',
      openwindow: 1,
    })
    const { client } = await world.person('clerk', { rights: { allWayBill: 'browse' } })
    const { ListSysUserRights: seen } = await client.ok(getUserInfo, {}, { language: 'en' })
    expect(seen.find((item) => item.MenuID === MenuID)).toMatchObject({
      MenuName: '海关',
      GoUrl: 'https://www.example.com/track',
      openwindow: 1,
      Approved: 1,
      Page: '',
      AddModifyAccess: 0,
    })
    await world.admin.ok(calls.changeFuncType, { MenuID, MenuName: 'Customs' }, { language: 'en' })
    expect(await one(MenuID)).toMatchObject({
      Names: { zh: '海关', en: 'Customs', es: '海关', ja: '海关' },
      version: 2,
    })
    await world.admin.ok(calls.changeFuncType, { MenuID, Names: { zh: '海关网', ja: '税関' } })
    expect((await one(MenuID))?.Names).toEqual({ zh: '海关网', en: '海关网', es: '海关网', ja: '税関' })
    const history = await world.admin.ok(calls.getMenuHistory, { id: MenuID })
    expect(history.map(({ action }) => action)).toEqual(['changed', 'changed', 'created'])
    expect(history[1]?.changes).toEqual([{ field: 'en', from: '海关', to: 'Customs' }])
  })

  it('[AP-04 SE-07] an entry with a page’s address, also with its parameters filled in, carries that page’s right', async () => {
    const { MenuID } = await world.admin.ok(calls.addFunType, {
      MenuName: '那一票',
      GoUrl: '/tms/operations/allWayBill/YD26112000001',
    })
    expect(await one(MenuID)).toMatchObject({ Page: 'waybill', ParentID: 0 })
    const twin = await world.admin.ok(calls.addFunType, { MenuName: '快捷用户', GoUrl: '/system/user' })
    const { client } = await world.person('looks', { rights: { allWayBill: 'browse' } })
    const { ListSysUserRights: seen } = await client.ok(getUserInfo, {})
    expect(titles(seen)).toContain('那一票')
    expect(titles(seen)).not.toContain('快捷用户')
    // A second entry of a page does not make a second right.
    const person = await world.person('rights', {})
    const { MenuID: first } = await entryOf('user')
    const rights = await world.admin.ok(getUserRight, { UserID: person.id })
    expect(rights.map((row) => row.MenuID)).not.toContain(twin.MenuID)
    const grant = { BrowseAccess: 1, AddModifyAccess: 0, DeleteApprovedAccess: 0 }
    await world.admin.ok(setSysUserRights, { UserID: person.id, Rights: [{ MenuID: first, ...grant }] })
    expect(titles((await person.client.ok(getUserInfo, {})).ListSysUserRights)).toContain('快捷用户')
  })

  it('[AP-04] what cannot be gone to is refused at its field', async () => {
    const at = (path: string, reason: string) => ({ code: 422, fields: [{ path, reason }] })
    const add = (item: object) => world.admin.refused(calls.addFunType, { MenuName: 'x', ...item })
    expect(await add({ GoUrl: '/system/nothing' })).toMatchObject(at('GoUrl', 'settings.menuAddress'))
    expect(await add({ GoUrl: 'javascript:alert(1)' })).toMatchObject(at('GoUrl', 'settings.menuAddress'))
    expect(await add({ GoUrl: 'https://' })).toMatchObject(at('GoUrl', 'settings.menuAddress'))
    expect(await add({ Icon: 'no-such' })).toMatchObject(at('Icon', 'settings.menuIcon'))
    expect(await add({ ParentID: 999_999 })).toMatchObject(at('ParentID', 'settings.menuParent'))
    expect(await add({ GoUrl: '/tms/operations/allWayBill/:no' })).toMatchObject(at('isLeaf', 'settings.menuLeaf'))
    expect(await world.admin.refused(calls.addFunType, { GoUrl: '/system/user' })).toMatchObject(
      at('MenuName', 'field.required'),
    )
    const { MenuID } = await entryOf('role')
    expect(await world.admin.refused(calls.changeFuncType, { MenuID, GoUrl: '/system/user' })).toMatchObject({
      code: 409,
      reason: 'settings.menuAddressKept',
    })
  })

  it('[RT-12/menu] no entry stands below itself, by a change or by a move', async () => {
    const role = await entryOf('role')
    const group = role.ParentID
    for (const ParentID of [group, role.MenuID])
      expect(await world.admin.refused(calls.changeFuncType, { MenuID: group, ParentID })).toMatchObject({
        fields: [{ path: 'ParentID', reason: 'settings.menuCircle' }],
      })
    expect(
      await world.admin.refused(calls.moveMenu, {
        MenuID: group,
        ParentID: role.MenuID,
        version: (await one(group))?.version ?? 0,
      }),
    ).toMatchObject({ fields: [{ reason: 'settings.menuCircle' }] })
  })

  it('[RT-12/menu SE-03] a moved entry stands there for everybody at the next start', async () => {
    const role = await entryOf('role')
    const user = await entryOf('user')
    const { client } = await world.person('mover', { rights: { role: 'browse', user: 'browse' } })
    const order = async () => {
      const { ListSysUserRights: items } = await client.ok(getUserInfo, {})
      return items
        .filter(({ ParentID }) => ParentID === user.ParentID)
        .sort((a, b) => a.tSort - b.tSort)
        .map(({ Page }) => Page)
    }
    expect(await order()).toEqual(['user', 'role'])
    await world.admin.ok(calls.moveMenu, {
      MenuID: role.MenuID,
      ParentID: user.ParentID,
      before: user.MenuID,
      version: role.version,
    })
    expect(await order()).toEqual(['role', 'user'])
    const other = await entryOf('history')
    await world.admin.ok(calls.moveMenu, {
      MenuID: role.MenuID,
      ParentID: other.ParentID,
      version: role.version + 1,
    })
    expect(await order()).toEqual(['user'])
    const [moved] = await world.admin.ok(calls.getMenuHistory, { id: role.MenuID })
    expect(moved).toMatchObject({ action: 'moved', byName: '管理员' })
    expect(moved?.changes[0]).toMatchObject({ field: 'parent', from: '账号权限', to: '运行维护' })
    const gone = { MenuID: role.MenuID, ParentID: other.ParentID, before: user.MenuID, version: role.version + 2 }
    expect(await world.admin.refused(calls.moveMenu, gone)).toMatchObject({ reason: 'settings.menuBefore' })
  })

  it('[RT-12/menu] of two people who change one entry the second is told by whom and when', async () => {
    const second = await world.person('second', { rights: { menu: 'edit' } })
    const { MenuID, version } = await entryOf('jobs')
    await second.client.ok(calls.changeFuncType, { MenuID, Names: { zh: '任务' }, version })
    expect(await world.admin.refused(calls.changeFuncType, { MenuID, Icon: 'list', version })).toMatchObject({
      code: 409,
      reason: 'kernel.stale',
      params: { by: 'second' },
    })
    const ends = await Promise.all(
      [0, 1].map(() => world.admin.send(calls.moveMenu, { MenuID, ParentID: 0, version: version + 1 })),
    )
    expect(ends.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  it('[SH-17 SE-08] approving and deleting take the approve right; without it a new entry waits', async () => {
    const { client } = await world.person('editor', { rights: { menu: 'edit' } })
    const { MenuID } = await client.ok(calls.addFunType, { MenuName: '等审批', GoUrl: 'http://10.0.0.1' })
    expect(await one(MenuID)).toMatchObject({ Approved: 0 })
    const { tabs, rows } = await client.ok(calls.getMenus, { tab: 'unapproved' })
    expect(tabs.unapproved).toBe(1)
    expect(rows.find(({ id }) => id === MenuID)?.actions.map(({ key }) => key)).toEqual(['change', 'addBelow', 'move'])
    expect(await client.refused(calls.addFunType, { MenuName: 'x', Approved: 1 })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.changeFuncType, { MenuID, Approved: 1 })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.approveMenus, { ids: [MenuID], approved: true })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.deleteMenu, { ids: [MenuID] })).toMatchObject({ code: 403 })
    expect(await world.admin.ok(calls.approveMenus, { ids: [MenuID], approved: true })).toMatchObject({ done: 1 })
    expect(await one(MenuID)).toMatchObject({ Approved: 1 })
  })

  it('[RT-12/menu] what came with the product is hidden, not deleted; a group goes when it is empty', async () => {
    const { MenuID: seeded } = await entryOf('icons')
    const { MenuID: group } = await world.admin.ok(calls.addFunType, { MenuName: '外部' })
    const { MenuID: link } = await world.admin.ok(calls.addFunType, {
      MenuName: '天气',
      GoUrl: 'https://weather.example',
      ParentID: group,
    })
    const refused = await world.admin.ok(calls.deleteMenu, { ids: [seeded, group, 999_999] })
    expect(refused.done).toBe(0)
    expect(refused.refused.map(({ reason }) => reason)).toEqual([
      'settings.menuSeeded',
      'settings.menuHasChildren',
      'kernel.notFound',
    ])
    expect(await world.admin.ok(calls.deleteMenu, { ids: [link, group] })).toMatchObject({ done: 2 })
    await world.admin.ok(calls.approveMenus, { ids: [seeded], approved: false })
    const { rows } = await world.admin.ok(calls.getMenus, { tab: 'hidden', q: 'tubiao' })
    expect(rows.map(({ Page }) => Page).at(-1)).toBe('icons')
  })

  it('[RT-12/menu] is found by name, pinyin and address, and taken away as a file', async () => {
    for (const q of ['yhgl', 'Users', '/system/user']) {
      const { rows } = await world.admin.ok(calls.getMenus, { q })
      expect(
        rows.map(({ Page }) => Page),
        q,
      ).toContain('user')
      expect(rows[0]?.depth, q).toBe(0)
    }
    const sheet = await download(world.admin, calls.exportMenus, { q: '/system/user', columns: ['GoUrl', 'Page'] })
    expect(sheet.rows.flat()).toContain('/system/user')
  })
})
