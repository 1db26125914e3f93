import { describe, expect, it } from 'vitest'
import { encodeSearch, numbersIn, pinyinOf, searchPattern, searchText } from './search.ts'

/** LIKE with a pattern of ours: contains, taken literally. */
const finds = (data: string, term: string) =>
  encodeSearch(data).includes(
    searchPattern(term)
      .slice(1, -1)
      .replace(/\\([\\%_])/g, '$1'),
  )

describe('the encoded search column', () => {
  it.each([
    ['浙A12345', '浙A1'],
    ['浙A8K215', '8k2'],
    ['杭州云帆电子有限公司', '云'],
    ['YD26112000012', '000012'],
    ['１３８００１３８０００', '13800138'],
    ['100%棉_布', '%棉_'],
    ['2号仓', '2号'],
    ['12号仓', '2号'],
  ])('%s is found by %s', (data, term) => expect(finds(data, term)).toBe(true))

  it.each([
    ['浙A12345', '浙A2'],
    ['13800138000', '13900'],
    ['水泵', '泵水'],
    ['100棉', '100%'],
  ])('%s is not found by %s', (data, term) => expect(finds(data, term)).toBe(false))

  it.each([
    ['+852 9123 4567', '85291234567'],
    ['+852 9123 4567', '+85291234567'],
    ['852-9123-4567', '+852 91234567'],
    ['+1 (415) 555-2671', '0014155552671'],
    ['0571-87654321', '057187654321'],
  ])('the phone %s is found by %s', (phone, term) =>
    expect(searchText([phone])).toContain(searchPattern(term).slice(1, -1)),
  )

  it('agrees with plain contains on every substring of mixed texts', () => {
    const texts = ['浙A8K215 沈立 13588012340', 'YF-SO-2611031', '杭州市余杭区良睦路1399号3幢', 'a1b22c333']
    for (const text of texts) {
      for (let from = 0; from < text.length; from += 1) {
        for (let to = from + 2; to <= Math.min(text.length, from + 8); to += 1) {
          const term = text.slice(from, to).trim()
          if (term !== '')
            for (const other of texts)
              expect([other, term, finds(other, term)]).toEqual([
                other,
                term,
                other.toLowerCase().includes(term.toLowerCase()),
              ])
        }
      }
    }
  })

  it('takes several numbers with blanks or commas between for what they are, and nothing else', () => {
    expect(numbersIn('YD26112300001 YD26112300002，SO-1145')).toEqual(['YD26112300001', 'YD26112300002', 'SO-1145'])
    expect(numbersIn('YD26112300001')).toBeUndefined()
    expect(numbersIn('138 5711 2086')).toBeUndefined()
    expect(numbersIn('云帆 12345')).toBeUndefined()
  })

  it('knows full pinyin and initials', () => expect(pinyinOf('王志强')).toBe('wangzhiqiang wzq'))
})
