import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, password } from './product.ts'
import { query, visitAs } from './visits.ts'

/** Customer service's day: a trip is tracked by its number, damaged goods become a claim at the thumb, and the reviewer sees both. */
let product: Product
let trip: { no: string; waybills: number; waybillId: number; waybillNo: string }
type Values = { readonly version: number; readonly declaredFrom: string; readonly codFrom: string }
let abnormal: { id: number; no: string }

beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  const [role] = await query(product, `select id from role where name = '客服'`)
  const first = 'First-Pass-1'
  await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
    LOGNAME: 'service2',
    PSD: first,
    UNAME: '何敏',
    scope: 'all',
    roles: [role?.id],
  })
  await call(
    product,
    'service2',
    'POST',
    '/api/Users/ChangePWD',
    { OldPSD: first, PSD: password, Pwd2: password },
    first,
  )
  const [going] = await query(
    product,
    `select a.arrangement_no as no, count(distinct l.waybill_id)::int as waybills, min(w.id)::int as "waybillId", min(w.waybill_no) as "waybillNo"
     from arrangement a join arrangement_line l on l.arrangement_id = a.id join waybill w on w.id = l.waybill_id
     where a.state = 'departed' and a.kind = 'vehicle' group by a.id order by a.id desc limit 1`,
  )
  trip = going as typeof trip
  const [found] = await query(
    product,
    `select a.id::int, a.abnormal_no as no from abnormal a join waybill w on w.id = a.waybill_id
     where a.state = 'open' and a.type = 'damaged' and w.customer_id is not null limit 1`,
  )
  abnormal = found as typeof abnormal
}, 120_000)
afterAll(() => product.close())

describe('tracking', () => {
  it('[RT-17/track] a trip’s number brings all it carries, and one entry tells of all; what is unusual is asked about once', () =>
    visitAs(product, 'service2', async ({ page, ...visit }) => {
      await visit.go('/tms/operations/track')
      const scan = page.getByRole('textbox', { name: '扫描或粘贴单号' })
      await expect.poll(() => scan.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.keyboard.type('NOT-A-NUMBER')
      await page.keyboard.press('Enter')
      await page.getByText('没有找到：NOT-A-NUMBER').waitFor()
      await page.keyboard.type(trip.no)
      await page.keyboard.press('Enter')
      await page.getByText(`待登记 ${trip.waybills}`).first().waitFor()
      // The next number can be scanned at once.
      expect(await scan.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.getByRole('combobox', { name: '节点' }).click()
      await page.getByTitle('途经').click()
      await page.getByRole('textbox', { name: '内容' }).fill('已过金华，车辆正常')
      if (trip.waybills > 1) await page.getByRole('button', { name: `批量保存 ${trip.waybills} 票` }).click()
      else await page.keyboard.press('Control+s')
      await page.getByText(`已登记 ${trip.waybills} 票`).waitFor()
      await visit.go(`/tms/operations/trackList?q=${trip.waybillNo}`)
      await page.getByRole('row').filter({ hasText: trip.waybillNo }).getByText('已过金华，车辆正常').waitFor()
    }))

  it('[RT-17/abnormalList] damaged goods become a claim at the thumb; more than the goods are worth is refused, and what was typed stays', () =>
    visitAs(
      product,
      'service2',
      async ({ page, ...visit }) => {
        visit.expectErrors(/422/)
        await visit.go(`/tms/operations/abnormalList?tab=&q=${abnormal.no}`)
        const card = page.getByRole('listitem').filter({ hasText: abnormal.no })
        await card.getByRole('button', { name: '更多操作' }).click()
        await page.getByRole('menuitem', { name: '结案' }).click()
        const form = page.getByRole('dialog', { name: `结案 ${abnormal.no}` })
        await form.getByRole('combobox', { name: '处理方式' }).click()
        await page.getByTitle('理赔').click()
        await form.getByRole('textbox', { name: '金额' }).fill('99999999')
        await form.getByRole('textbox', { name: '处理结果' }).fill('外箱压扁，内物受损一件')
        await form.getByRole('button', { name: '结案' }).click()
        await form.getByText(/^最多 .* 元；更多须有审核权$/).waitFor()
        expect(await form.getByRole('textbox', { name: '处理结果' }).inputValue()).toBe('外箱压扁，内物受损一件')
        await form.getByRole('textbox', { name: '金额' }).fill('58')
        await form.getByRole('button', { name: '结案' }).click()
        await page.getByText(/已结案，申请单 FY\d{11}/).waitFor()
        expect(
          await query(
            product,
            `select a.kind, a.state, a.amount::text from application a join abnormal b on b.application_id = a.id where b.id = $1`,
            [abnormal.id],
          ),
        ).toEqual([{ kind: 'claim', state: 'pending', amount: '58.00' }])
      },
      { width: 390 },
    ))

  it('[RT-17/unTrackList] [RT-17/complaintList] a silent waybill is escalated to the head of its outlet and leaves with its next track; a complaint is followed up, closed and reopened; the dashboard counts what the lists hold', async () => {
    const [{ outlet } = {}] = await query(
      product,
      `select id::int as outlet from company where short_name = '杭州总站'`,
    )
    await query(
      product,
      `update company set head_id = (select id from app_user where account = 'service2') where id = $1`,
      [outlet],
    )
    const setting = (await call(product, 'admin', 'GET', '/api/Watch/GetWatchSetting', { list: 'unTrack' })) as Values
    await call(product, 'admin', 'POST', '/api/Watch/ChangeWatchSetting', {
      list: 'unTrack',
      version: setting.version,
      hours: 12,
      dueHours: 1,
      declaredFrom: setting.declaredFrom,
      codFrom: setting.codFrom,
      escalations: [{ after: 0, userIds: [], roleIds: [], head: true }],
    })
    await call(product, 'admin', 'POST', '/api/Watch/RunWatch', {})
    const [silent] = await query(
      product,
      `select w.waybill_no as no from watch x join waybill w on w.id = x.waybill_id
       where x.list = 'unTrack' and x.level > 0 and w.outlet_id = $1 order by w.id limit 1`,
      [outlet],
    )
    const no = String(silent?.no)
    const complaint = (await call(product, 'admin', 'POST', '/api/Cases/AddComplaint', {
      waybillNo: trip.waybillNo,
      complainant: '陈女士',
      phone: '13800138000',
      channel: 'phone',
      category: 'late',
      urgency: 2,
      text: '货晚到两天',
    })) as { id: number; complaintNo: string }
    await call(product, 'admin', 'POST', '/api/Cases/AcceptComplaints', { ids: [complaint.id] })
    const { version } = (await call(product, 'admin', 'GET', '/api/Cases/GetComplaint', { id: complaint.id })) as Values
    await call(product, 'admin', 'POST', '/api/Cases/AnswerComplaint', {
      id: complaint.id,
      version,
      result: '已加急派送',
    })
    await visitAs(product, 'service2', async ({ page, ...visit }) => {
      /** What the dashboard says of a list, and what the list then holds. */
      const counted = async (kind: string) => {
        await visit.go('/')
        // What it showed before stands until the new figures come.
        await page.reload()
        const link = page
          .getByRole('region', { name: '超时与待跟进' })
          .getByRole('link', { name: new RegExp(`^${kind} \\d`) })
        const count = Number((await link.innerText()).replace(/\D/g, ''))
        await link.click()
        await page.getByRole('tab', { name: new RegExp(` ?${count}$`), selected: true }).waitFor()
        return count
      }
      const before = await counted('未跟踪')
      await visit.go(`/tms/operations/unTrackList?tab=escalated&q=${no}`)
      const row = page.getByRole('row').filter({ hasText: no })
      await row.getByRole('button', { name: '跟踪' }).click()
      const track = page.getByRole('dialog', { name: `登记跟踪 ${no}` })
      await track.getByRole('combobox', { name: '节点' }).click()
      await page.getByTitle('途经').click()
      await track.getByRole('textbox', { name: '内容' }).fill('司机报：已过衢州')
      await page.keyboard.press('Control+s')
      // It leaves the list by itself.
      await row.waitFor({ state: 'detached' })
      expect(await counted('未跟踪')).toBe(before - 1)
      const complained = await counted('投诉')
      await visit.go(`/tms/operations/complaintList?tab=&q=${complaint.complaintNo}`)
      const of = page.getByRole('row').filter({ hasText: complaint.complaintNo })
      await of.getByRole('button', { name: '回访' }).click()
      const form = page.getByRole('dialog', { name: `回访 ${complaint.complaintNo}` })
      await form.getByRole('combobox', { name: '满意度' }).click()
      await page.getByTitle('2 分').click()
      await form.getByRole('button', { name: '回访' }).click()
      await page.getByText('回访已记录').waitFor()
      await of.getByRole('button', { name: '办结' }).click()
      await page.getByText('已办结').first().waitFor()
      expect(await counted('投诉')).toBe(complained - 1)
      await visit.go(`/tms/operations/complaintList?tab=&q=${complaint.complaintNo}`)
      await of.getByRole('button', { name: '重开' }).click()
      const reopen = page.getByRole('dialog', { name: `重开 ${complaint.complaintNo}` })
      await reopen.getByRole('textbox').fill('又来电')
      await reopen.getByRole('button', { name: '重开' }).click()
      await of.getByText('重开', { exact: true }).first().waitFor()
      expect(await counted('投诉')).toBe(complained)
    })
  })
})
