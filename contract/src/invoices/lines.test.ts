import { describe, expect, it } from 'vitest'
import { headOf, isInvoiceNo, isWithin, type LinePart, linesOf, netOf, redOf, taxTolerance } from './lines.ts'

const part = (chargeId: number, amount: string, rate = '9', more: Partial<LinePart> = {}): LinePart => ({
  chargeId,
  amount,
  rate,
  waybillId: chargeId,
  waybillNo: `YD${chargeId}`,
  route: '杭州 → 广州',
  itemName: rate === '9' ? '运输服务 运费' : '物流辅助服务 仓储费',
  classCode: null,
  freight: rate === '9',
  ...more,
})
const of = (amounts: string[], rate = '9') =>
  linesOf(
    amounts.map((amount, at) => part(at + 1, amount, rate)),
    'taxItem',
  )
const sums = ({ gross, net, tax }: { gross: string; net: string; tax: string }) => [gross, net, tax]
const nets = (line: { parts: readonly { net: string }[] } | undefined) => line?.parts.map(({ net }) => net)

describe('[M32] net and tax of lines', () => {
  it('[V1] [V5] a line alone', () => {
    expect(of(['1000.00'], '3').map(sums)).toEqual([['1000.00', '970.87', '29.13']])
    expect(of(['400.00']).map(sums)).toEqual([['400.00', '366.97', '33.03']])
    expect(of(['269.22']).map(sums)).toEqual([['269.22', '246.99', '22.23']])
  })

  it('[V2] [V3] the net of a line is shared over its parts by largest remainder', () => {
    const [thirds] = of(['33.33', '33.33', '33.34'])
    expect(sums(thirds as never)).toEqual(['100.00', '91.74', '8.26'])
    expect(nets(thirds)).toEqual(['30.58', '30.58', '30.58'])
    const [sevenths] = of(Array.from({ length: 7 }, () => '10.00'))
    expect(sums(sevenths as never)).toEqual(['70.00', '64.22', '5.78'])
    expect(nets(sevenths)).toEqual(['9.18', '9.18', '9.18', '9.17', '9.17', '9.17', '9.17'])
  })

  it('[V4] [V10] two rates are two lines, the head is their sum; a credit goes in with others', () => {
    const lines = linesOf([part(1, '1280.00'), part(2, '240.00', '6')], 'taxItem')
    expect(lines.map(sums)).toEqual([
      ['1280.00', '1174.31', '105.69'],
      ['240.00', '226.42', '13.58'],
    ])
    expect(sums(headOf(lines))).toEqual(['1520.00', '1400.73', '119.27'])
    const [credited] = of(['500.00', '-50.00'])
    expect(sums(credited as never)).toEqual(['450.00', '412.84', '37.16'])
    expect(nets(credited)).toEqual(['458.71', '-45.87'])
    expect(netOf('-50.00', '9')).toBe('-45.87')
  })

  it('[M31] lines are kept apart by waybill or route as chosen', () => {
    const parts = [part(1, '10.00'), part(2, '20.00'), part(3, '30.00', '9', { route: '杭州 → 成都' })]
    expect(linesOf(parts, 'waybill').map((line) => line.of)).toEqual(['YD1', 'YD2', 'YD3'])
    expect(linesOf(parts, 'route').map((line) => [line.of, line.gross])).toEqual([
      ['杭州 → 广州', '30.00'],
      ['杭州 → 成都', '30.00'],
    ])
    expect(linesOf(parts, 'taxItem').map((line) => [line.of, line.gross])).toEqual([[null, '60.00']])
  })
})

describe('[M37] red letters', () => {
  const left = (gross: string, net: string, tax: string, amounts = [gross]) => ({
    gross,
    net,
    tax,
    rate: '9',
    parts: amounts.map((amount, at) => ({ chargeId: at + 1, amount, net: netOf(amount, '9') })),
  })
  it('[V9] a line is made red in three: the last takes what is left', () => {
    expect(sums(redOf(left('1000.00', '917.43', '82.57'), '333.33'))).toEqual(['333.33', '305.81', '27.52'])
    expect(sums(redOf(left('666.67', '611.62', '55.05'), '333.33'))).toEqual(['333.33', '305.81', '27.52'])
    expect(sums(redOf(left('333.34', '305.81', '27.53'), '333.34'))).toEqual(['333.34', '305.81', '27.53'])
    expect(netOf('333.34', '9')).toBe('305.82')
  })

  it('[V8] a whole red takes every part as it is; a part of one is taken in proportion', () => {
    const whole = redOf(left('450.00', '412.84', '37.16', ['500.00', '-50.00']), '450.00')
    expect(whole.parts.map(({ amount }) => amount)).toEqual(['500.00', '-50.00'])
    const some = redOf(left('100.00', '91.74', '8.26', ['33.33', '33.33', '33.34']), '50.00')
    expect(some.parts.map(({ amount }) => amount)).toEqual(['16.67', '16.66', '16.67'])
  })
})

it('[M35] [V32] [V33] the bureau may be some cents off; a number has 20 digits', () => {
  expect(isWithin('119.28', '119.27', taxTolerance.line)).toBe(true)
  expect(isWithin('119.34', '119.27', taxTolerance.line)).toBe(false)
  expect(isInvoiceNo('26332000001234567890')).toBe(true)
  expect(isInvoiceNo('2633200000123456789')).toBe(false)
})
