import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { type Bench, signIn } from './calls.ts'
import { compare, median } from './load.ts'
import { give, perSecond, type Row, rates } from './scenarios.ts'
import { full } from './smoke.ts'

/** Sessions, rights, and what every call costs before its own work begins. */
export async function sessions(bench: Bench, password: string, another: string): Promise<Row[]> {
  const rows: Row[] = []
  const headers = { token: bench.token }

  bench.say('login, 8 at a time')
  const login = await compare(
    {
      url: `${bench.ours}/api/Login/DoLogin`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ LOGNAME: 'admin', PSD: password }),
    },
    { url: `${bench.bare}/verify`, method: 'POST', body: JSON.stringify({ password }) },
    8,
    3,
  )
  rows.push({
    name: 'login, c8',
    ours: perSecond(login.ours.perSecond),
    limit: `${perSecond(login.limit.perSecond)} (the hash alone)`,
    ratio: (login.ours.perSecond / login.limit.perSecond).toFixed(2),
    aim: '—',
  })
  await bench.pool.query(
    "delete from session where user_id = 1 and created_at > now() - interval '10 minutes' and id not in (select max(id) - 3 from session)",
  )
  headers.token = await signIn(bench.ours, 'admin', password)
  bench.token = headers.token

  bench.say('GetUserInfo')
  await give(bench, 'userInfo', [
    { sql: 'select * from menu order by coalesce(parent_id, 0), t_sort, id', parameters: [] },
    { sql: 'select photo, is_dial, open_id from app_user where id = $1', parameters: [1] },
  ])
  const info = await compare(
    { url: `${bench.ours}/api/Users/GetUserInfo`, headers },
    { url: `${bench.bare}/reads/userInfo` },
    1,
  )
  rows.push(rates('GetUserInfo, c1', info, '≥ 0.7'))

  bench.say('what a call costs before its own work')
  await give(bench, 'notifications', [
    {
      sql: 'select id, at, kind, params, link, read_at from notification where user_id = $1 and id < $2 order by id desc limit $3',
      parameters: [1, Number.MAX_SAFE_INTEGER, 30],
    },
    {
      sql: 'select count(*) as count from notification where user_id = $1 and read_at is null',
      parameters: [1],
    },
  ])
  for (const connections of [1, 16]) {
    const fixed = await compare(
      { url: `${bench.ours}/api/Workbench/GetNotifications`, headers },
      { url: `${bench.bare}/reads/notifications` },
      connections,
    )
    rows.push(rates(`a call's fixed cost (session, rights, scope, checks both ways), c${connections}`, fixed, '≥ 0.75'))
  }

  bench.say('a right, from one process to the other')
  const took: number[] = []
  const mark = `bench${Date.now()}`
  const api = async (base: string, path: string, init: RequestInit & { token: string }) => {
    const response = await fetch(base + path, {
      ...init,
      headers: { token: init.token, 'content-type': 'application/json' },
    })
    return (await response.json()) as { code: number; data: never }
  }
  const token = headers.token
  const made = (await api(bench.ours, '/api/Users/AddUsers', {
    method: 'POST',
    token,
    body: JSON.stringify({ LOGNAME: mark, PSD: password, UNAME: mark, scope: 'all' }),
  })) as { data: { UserID: number } }
  await bench.pool.query('update app_user set must_change_password = false where id = $1', [made.data.UserID])
  const theirs = await signIn(another, mark, password)
  const menus = (await api(bench.ours, '/api/SysUserRights/GetRightMenus', { token })) as unknown as {
    data: { MenuID: number; Page: string }[]
  }
  const menu = menus.data.find(({ Page }) => Page === 'driver')?.MenuID
  const look = async () => (await api(another, '/api/Drivers/GetDrivers', { token: theirs })).code
  for (let round = 0; round < full(20, 2); round += 1) {
    const access = round % 2 === 0 ? 1 : 0
    await sleep(50)
    await api(bench.ours, '/api/SysUserRights/SetSysUserRights', {
      method: 'POST',
      token,
      body: JSON.stringify({
        UserID: made.data.UserID,
        Rights: [{ MenuID: menu, BrowseAccess: access, AddModifyAccess: 0, DeleteApprovedAccess: 0 }],
      }),
    })
    const began = performance.now()
    while ((await look()) !== (access === 1 ? 200 : 403)) if (performance.now() - began > 5000) break
    took.push(performance.now() - began)
  }
  rows.push({
    name: 'a changed right, in force on another process (after the answer)',
    ours: `${median(took).toFixed(1)} ms, worst ${Math.max(...took).toFixed(0)} ms`,
    limit: '—',
    ratio: '—',
    aim: '≤ 1,000 ms',
  })
  return rows
}

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Twenty kept tabs, a switch of language, and how the three first pages come up. */
export async function inTheBrowser(bench: Bench): Promise<Row[]> {
  bench.say('tabs, languages and first pages in Chromium')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await context.addCookies([
    { name: 'Admin-Token', value: bench.token, url: bench.ours, sameSite: 'Strict' },
    { name: 'language', value: 'zh', url: bench.ours },
  ])
  const page = await context.newPage()
  const rows: Row[] = []
  const memory = () =>
    page.evaluate(() => {
      ;(globalThis as unknown as { gc: () => void }).gc()
      return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 2 ** 20
    })
  await page.goto(`${bench.ours}/#/tms/operations/allWayBill`)
  await page.getByRole('row').nth(20).waitFor()
  const alone = await memory()
  const { data } = (await (
    await fetch(`${bench.ours}/api/Waybills/GetWaybills?pageSize=20`, { headers: { token: bench.token } })
  ).json()) as { data: { rows: { waybillNo: string }[] } }
  const numbers = data.rows.slice(0, 18).map(({ waybillNo }) => waybillNo)
  for (const no of numbers) {
    await page.goto(`${bench.ours}/#/tms/operations/allWayBill/${no}`)
    await page.getByRole('heading', { name: no }).waitFor()
  }
  const loaded = await memory()
  const strip = page.getByRole('navigation', { name: '打开的页面' })
  /** From the click until the tab's page stands at its width, and two frames more, in which it is drawn. */
  const switchTo = (name: string) =>
    strip.getByRole('tab', { name }).evaluate(async (tab) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const width = () => document.getElementById(tab.id.replace('tab-', 'page-'))?.getBoundingClientRect().width ?? 0
      const began = performance.now()
      ;(tab as HTMLElement).click()
      while (width() === 0) await frame()
      await frame()
      await frame()
      return performance.now() - began
    })
  const toList: number[] = []
  const toDetail: number[] = []
  for (const no of numbers.slice(-12)) {
    toDetail.push(await switchTo(no))
    toList.push(await switchTo('全部运单'))
  }
  rows.push({
    name: 'switch between 20 kept tabs, to a detail and to the list of 50',
    ours: `${median(toDetail).toFixed(0)} ms, ${median(toList).toFixed(0)} ms`,
    limit: '33 ms (two frames)',
    ratio: (median(toList) / 33.3).toFixed(1),
    aim: '—',
  })
  rows.push({
    name: 'memory of 20 kept tabs',
    ours: `${loaded.toFixed(0)} MB`,
    limit: `${alone.toFixed(0)} MB (the list alone)`,
    ratio: (loaded / alone).toFixed(1),
    aim: '—',
  })
  const languages: number[] = []
  for (const [from, to, title] of [
    ['语言', 'English', 'Waybill no.'],
    ['Language', 'Español', 'N.º de guía'],
    ['Idioma', '日本語', '送り状番号'],
    ['言語', '中文', '运单号'],
  ] as const) {
    await page.getByRole('button', { name: from, exact: true }).click()
    const item = page.getByRole('menuitem', { name: to })
    await item.waitFor()
    const began = performance.now()
    await item.click()
    await page.getByRole('columnheader', { name: title }).first().waitFor()
    languages.push(performance.now() - began)
  }
  rows.push({
    name: 'language switch, with 20 tabs open',
    ours: `${median(languages).toFixed(0)} ms`,
    limit: '—',
    ratio: '—',
    aim: '—',
  })
  await context.close()

  for (const [name, hash, signedIn] of [
    ['login', '/login', false],
    ['dashboard', '/dashboard', true],
    ['list', '/tms/operations/allWayBill', true],
  ] as const) {
    const seen: { fcp: number; lcp: number; cls: number; busy: number }[] = []
    for (let turn = 0; turn < full(5, 1); turn += 1) {
      const fresh = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
      if (signedIn)
        await fresh.addCookies([
          { name: 'Admin-Token', value: bench.token, url: bench.ours, sameSite: 'Strict' },
          { name: 'language', value: 'zh', url: bench.ours },
        ])
      const first = await fresh.newPage()
      await first.addInitScript(() => {
        const seen = { lcp: 0, cls: 0, busy: 0 }
        ;(globalThis as unknown as { seen: typeof seen }).seen = seen
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.lcp = entry.startTime
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) seen.cls += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.busy += Math.max(0, entry.duration - 50)
        }).observe({ type: 'longtask', buffered: true })
      })
      await first.goto(`${bench.ours}/#${hash}`)
      await sleep(2500)
      seen.push(
        await first.evaluate(() => ({
          ...(globalThis as unknown as { seen: { lcp: number; cls: number; busy: number } }).seen,
          fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        })),
      )
      await fresh.close()
    }
    const of = (key: 'fcp' | 'lcp' | 'cls' | 'busy') => median(seen.map((one) => one[key]))
    rows.push({
      name: `${name}: first paint, largest paint, layout shift, blocked`,
      ours: `${of('fcp').toFixed(0)} ms, ${of('lcp').toFixed(0)} ms, ${of('cls').toFixed(3)}, ${of('busy').toFixed(0)} ms`,
      limit: '—',
      ratio: '—',
      aim: 'shift ≤ 0.1',
    })
  }
  rows.push(await boardAgainstList(browser, bench))
  await browser.close()
  return rows
}

/** The dispatch board until it is ready, against the list of trips, each opened cold, by turns. */
async function boardAgainstList(browser: Browser, bench: Bench): Promise<Row> {
  bench.say('dispatch board')
  const ready = async (hash: string, first: string): Promise<number> => {
    const fresh = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    await fresh.addCookies([
      { name: 'Admin-Token', value: bench.token, url: bench.ours, sameSite: 'Strict' },
      { name: 'language', value: 'zh', url: bench.ours },
    ])
    const page = await fresh.newPage()
    const began = performance.now()
    await page.goto(`${bench.ours}/#${hash}`)
    await page.locator(first).first().waitFor()
    const took = performance.now() - began
    await fresh.close()
    return took
  }
  const board: number[] = []
  const list: number[] = []
  for (let turn = 0; turn < full(5, 1); turn += 1) {
    board.push(await ready('/tms/operations/carArrange', 'text=/^YD\\d/'))
    // The latest trips are those of the bare server, with numbers of its own.
    list.push(await ready('/tms/operations/arrangeList', 'role=row >> nth=20'))
  }
  return {
    name: 'dispatch board ready, against the list of trips',
    ours: `${median(board).toFixed(0)} ms`,
    limit: `${median(list).toFixed(0)} ms (the list)`,
    ratio: (median(board) / median(list)).toFixed(2),
    aim: '≤ 1.5 ×',
  }
}
