import { expect, it } from 'vitest'
import { parseTitle } from './parseTitle.ts'

it('[RT-14/billing] a block from a chat fills the title, its bank and where the invoice goes', () => {
  expect(
    parseTitle(`名称：杭州云帆贸易有限公司
纳税人识别号: 9133 0110 MA2B 0RXU 5H
地址、电话：杭州市余杭区文一西路 969 号 0571-85027919
开户行及账号：工商银行余杭支行 1202 0212 0990 0123 456
收票人：林晓
手机：138 0013 8000
邮箱：fapiao@yunfan.example`),
  ).toEqual({
    title: '杭州云帆贸易有限公司',
    taxNo: '91330110MA2B0RXU5H',
    address: '杭州市余杭区文一西路 969 号',
    tel: '0571-85027919',
    bank: '工商银行余杭支行',
    account: '1202 0212 0990 0123 456',
    recipient: '林晓',
    mobile: '13800138000',
    email: 'fapiao@yunfan.example',
  })
})

it('[RT-14/billing] lines without labels are known by what they are; what is nothing of it is left', () => {
  expect(parseTitle('宁波远洋食品有限公司\n13900139000\n农业银行北仑支行 6228480402564890018\n谢谢')).toEqual({
    title: '宁波远洋食品有限公司',
    mobile: '13900139000',
    bank: '农业银行北仑支行',
    account: '6228480402564890018',
  })
  expect(parseTitle('')).toEqual({})
})
