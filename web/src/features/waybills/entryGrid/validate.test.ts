import { describe, expect, it } from 'vitest'
import {
  type Cell,
  cellOf,
  codeIn,
  columnsFor,
  type EntryRow,
  lineOf,
  type Resolved,
  shownIn,
  tidied,
} from './cells.ts'
import { theOne } from './resolveCodes.ts'
import { refusedBy, validate, type Words } from './validate.ts'

const words: Words = { language: 'zh', field: (name) => name, several: (count) => `${count} 家` }
const common = { bizDate: '2026-11-20', outletId: undefined }
const row = (texts: Partial<Record<Cell, string>>): EntryRow => ({
  key: 'k',
  cells: Object.fromEntries(Object.entries(texts).map(([cell, text]) => [cell, { text }])),
})
const wang = {
  name: '王志强',
  phone: '138 5711 2086',
  region: '330110',
  regionName: '浙江省 杭州市 余杭区',
  address: '良睦路1399号',
}
const chen = { name: '陈国强', phone: '13922104475', region: '440111', address: '石湖路88号' }
const yunfan = { id: 7, label: '杭州云帆电子有限公司', hint: null }
const resolved: Resolved = {
  customer: yunfan,
  destOutlet: undefined,
  shipper: wang,
  consignee: chen,
  payMethod: 'monthly',
  isWalkIn: false,
}
const whole = row({
  customer: '云帆',
  customerNo: 'YF-1',
  shipper: '王志强…',
  consignee: '陈国强…',
  goodsName: '断路器',
  package: '木箱',
  pieces: '10',
  weight: '150.000',
  codAmount: '300.00',
  remark: '轻放',
})

describe('[RT-16/taskList] a row of the entry grid', () => {
  it('becomes what the form would send: what it does not ask for is as the form begins', () => {
    const { state, sent, asked } = validate(whole, resolved, common, words)
    expect(state).toBe('ready')
    expect(sent).toMatchObject({
      place: true,
      bizDate: '2026-11-20',
      customerId: 7,
      customerNo: 'YF-1',
      transMode: 'road',
      serviceType: 'normal',
      deliveryWay: 'delivery',
      payMethod: 'monthly',
      codAmount: '300.00',
      remarkCustomer: '轻放',
      shipper: { name: '王志强', phone: '13857112086', region: '330110' },
      goods: [{ name: '断路器', package: 'crate', type: 'other', pieces: '10', weight: '150', volume: '0' }],
    })
    expect(JSON.parse(asked ?? '')).toMatchObject({
      customerId: 7,
      fromRegion: '330110',
      weight: '150.000',
      pieces: 10,
    })
  })

  it('is refused in its cells, in the words of the form', () => {
    const { state, complaints } = validate(
      row({ shipper: '王', goodsName: '阀门', pieces: '1.5', weight: '-1', package: '麻袋' }),
      { ...resolved, customer: 0, shipper: { name: '王' }, consignee: undefined },
      common,
      words,
    )
    expect(state).toBe('wrong')
    expect(Object.fromEntries(complaints)).toEqual({
      customer: '客户不存在，或不在您的数据范围内',
      shipper: expect.stringMatching(/^phone: .* · region: .* · address: /),
      consignee: '必填',
      pieces: expect.any(String),
      weight: '不能小于 0',
      package: expect.any(String),
    })
  })

  it('waits while it is asked what its texts stand for, and a blank one is nothing', () => {
    expect(validate(whole, { ...resolved, consignee: 'asking' }, common, words).state).toBe('asking')
    expect(validate(row({}), resolved, common, words)).toMatchObject({ state: 'blank', asked: null })
  })

  it('names the customer when one fits, by its name before anything else', () => {
    const other = { id: 8, label: '杭州云帆电子有限公司余杭分公司', hint: null }
    expect(theOne('yfdz', [yunfan])).toBe(yunfan)
    expect(theOne('杭州云帆电子有限公司', [yunfan, other])).toBe(yunfan)
    expect(theOne('云帆', [yunfan, other])).toBe(2)
    expect(theOne('没有', [])).toBe(0)
    expect(validate(whole, { ...resolved, customer: 2 }, common, words).complaints.get('customer')).toBe('2 家')
  })

  it('goes to the outlet that is named, else where the server proposes; one that is none is refused in its cell', () => {
    const baiyun = { id: 3, label: '广州白云站', hint: null }
    const named = { ...whole, cells: { ...whole.cells, destOutlet: { text: '白云' } } }
    const to = (destOutlet: Resolved['destOutlet']) => validate(named, { ...resolved, destOutlet }, common, words)
    expect(to(baiyun)).toMatchObject({ state: 'ready', sent: { destOutletId: 3 } })
    expect(validate(whole, resolved, common, words).sent.destOutletId).toBeUndefined()
    expect(to(0).complaints.get('destOutlet')).toContain('白云')
    expect(to(2).complaints.get('destOutlet')).toBe('2 家')
    expect(to('asking').state).toBe('asking')
    expect(shownIn(named, 'destOutlet', { ...resolved, destOutlet: baiyun }, 'zh').text).toBe('广州白云站')
    expect(cellOf(['destOutletId'])).toBe('destOutlet')
    expect(columnsFor(true)).not.toContain('destOutlet')
  })

  it('takes what the server says of a field into the cell, and the rest for the row', () => {
    const taken = { path: 'customerNo', reason: 'waybills.customerNoTaken', params: { by: 'YD1' } }
    expect(refusedBy(whole, 'x', [taken], words).get('customerNo')).toBe('客户单号已用于 YD1')
    expect(refusedBy(whole, '超信用额度', [], words).get('row')).toBe('超信用额度')
    expect(cellOf(['goods', 0, 'pieces'])).toBe('pieces')
    expect(cellOf(['outletId'])).toBe('row')
  })

  it('is paid as agreed with its customer unless something else is typed; a walk-in is offered no bill and refused one', () => {
    const sent = (texts: Partial<Record<Cell, string>>, who: Partial<Resolved>) =>
      validate({ ...whole, cells: { ...whole.cells, ...row(texts).cells } }, { ...resolved, ...who }, common, words)
    expect(sent({}, { payMethod: 'receipt' }).sent.payMethod).toBe('receipt')
    expect(sent({ payMethod: '到付' }, { payMethod: 'receipt' }).sent.payMethod).toBe('collect')
    expect(sent({}, { payMethod: 'asking' }).state).toBe('asking')
    const walkIn = { customer: undefined, payMethod: 'prepaid' as const, isWalkIn: true }
    expect(sent({}, walkIn)).toMatchObject({ state: 'ready', sent: { payMethod: 'prepaid' } })
    expect(sent({ payMethod: '月结' }, walkIn).complaints.get('payMethod')).toContain('散客')
  })

  it('shows words for codes, usual ones where nothing is typed, and figures with their decimals', () => {
    expect(shownIn(whole, 'package', resolved, 'en')).toEqual({ text: 'Crate', usual: false })
    expect(shownIn(whole, 'payMethod', resolved, 'zh')).toEqual({ text: '月结', usual: true })
    expect(codeIn(row({ payMethod: '到付' }), 'payMethod', resolved)).toBe('collect')
    expect(tidied('weight', ' 1,250 ')).toBe('1250.000')
    expect(tidied('remark', ' 两\n行 ')).toBe('两 行')
    expect(lineOf(wang)).toBe('王志强 138 5711 2086 浙江省 杭州市 余杭区 良睦路1399号')
  })

  it('is insured by any word for yes; then it needs a declared value, and what is no such word is refused', () => {
    const insured = (texts: Partial<Record<Cell, string>>) =>
      validate({ ...whole, cells: { ...whole.cells, ...row(texts).cells } }, resolved, common, words)
    for (const yes of ['是', 'Y', '1', '√', 'sí', 'はい']) {
      const judged = insured({ insurance: yes, declaredValue: '5000.00' })
      expect(judged.sent.services).toEqual([{ type: 'insurance' }])
      expect(JSON.parse(judged.insured ?? '')).toEqual({
        type: 'insurance',
        customerId: 7,
        declaredValue: '5000.00',
      })
    }
    expect(insured({ insurance: '否', declaredValue: '5000.00' }).sent.services).toBeUndefined()
    expect(insured({ insurance: '是' }).complaints.get('declaredValue')).toContain('声明价值')
    expect(insured({ insurance: '也许' }).complaints.get('insurance')).toBeDefined()
    expect(cellOf(['services', 0, 'type'])).toBe('insurance')
    expect(shownIn(whole, 'insurance', resolved, 'ja')).toEqual({ text: 'いいえ', usual: true })
  })
})
