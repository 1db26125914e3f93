import type { ParsedParty } from '@xunyun/contract/companies/calls'
import { isPhone } from '@xunyun/contract/kernel/checks'
import { normalizePhone, toHalfWidth } from '@xunyun/contract/kernel/text'
import { joined } from '../../platform/regions.ts'
import { findRegion } from './findRegion.ts'

/**
 * Takes a pasted line apart: 张三 13800138000 浙江省杭州市余杭区仓前街道1399号, in any order, with or without labels,
 * separators and a company. What is not in the line is null; nothing is invented.
 */
export function parseParty(line: string): ParsedParty {
  const rest = new Line(toHalfWidth(line))
  const phone = rest.takePhone()
  const labelled = rest.takeLabels()
  const place = labelled.address === undefined ? rest.takeAddress() : fromAddress(labelled.address)
  const company = labelled.company ?? rest.takeCompany()
  const name = labelled.name ?? rest.takeName() ?? place?.tail ?? null
  // Nothing that was typed is lost: what is none of these says where, or whom to ask for.
  const left = rest.takeLeft()
  const address = [place?.address, left].filter(Boolean).join(' ')
  return {
    company: company ?? null,
    name,
    phone,
    region: place?.region ?? null,
    regionName: place?.regionName ?? null,
    address: address === '' ? null : address,
    rest: left === '' ? null : left,
  }
}

type Place = { region: string | null; regionName: string | null; address: string; tail: string | undefined }

const labels: readonly { kind: 'name' | 'company' | 'address' | 'none'; words: string }[] = [
  { kind: 'name', words: '收件人姓名|收货人姓名|收件人|收货人|寄件人|发货人|发件人|联系人|姓名' },
  { kind: 'company', words: '收货单位|发货单位|公司名称|单位名称|公司|单位' },
  { kind: 'address', words: '详细地址|收货地址|收件地址|发货地址|所在地区|省市区|地区|地址' },
  { kind: 'none', words: '手机号码|电话号码|联系电话|联系方式|手机号|手机|电话|邮编' },
]
/** The word before a number, without a colon. */
const phoneWord = /(手机号码|电话号码|联系电话|联系方式|手机号|手机|电话|(?<![a-z])(?:tel|phone|mobile))\.?\s*$/i
const anyLabel = new RegExp(`(${labels.map(({ words }) => words).join('|')})\\s*[:]\\s*`, 'g')

const companyEnd =
  /(公司|集团|工厂|厂|商行|经营部|营业部|批发部|门市部|商店|超市|市场|医院|学校|大学|研究所|合作社|工作室|酒店|药店)$/
const addressWord =
  /[省市区县旗镇乡村路街道巷弄里号楼栋幢座室层园苑城庄坊桥湾岛港]|开发区|新区|大厦|广场|中心|小区|公寓|仓库|\d/
const title = /(先生|女士|小姐|经理|老板|师傅|主任|老师|总)$/
/** Phones by shape; what matches must still be one by the checks. */
const phones = [
  /(?<!\d)(?:\+|00)(?!86)(?:85[23](?:[-\s]?\d{4}){2}|886(?:[-\s]?\d){8,9}|1(?:[-\s.()]{0,2}\d){10}|[2-9]\d{0,2}(?:[-\s]?\d){7,11})(?!\d)/,
  /(?<!\d)85[23]-?\d{4}[-\s]?\d{4}(?!\d)/,
  /(?<!\d)(?:\+?86[-\s]?)?1[3-9]\d(?:[-\s]?\d{4}){2}(?!\d)/,
  /(?<!\d)\(?0\d{2,3}[-)\s]{0,2}[2-9]\d{2,3}\s?\d{4}(?:\s*(?:-|转|分机)\s*\d{1,6})?(?!\d)/,
  /(?<!\d)[48]00-?\d{3}-?\d{4}(?!\d)/,
  /(?<!\d)[2-9]\d{6,7}(?:-\d{1,6})?(?!\d)/,
]

class Line {
  #text: string
  #parts: string[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  takePhone(): string | null {
    for (const shape of phones) {
      const found = shape.exec(this.#text)
      if (found === null) continue
      const phone = normalizePhone(found[0].replace(/\s*(转|分机)\s*/, '-').replace(/^\(?(0\d{2,3})[-)\s]+/, '$1-'))
      if (!isPhone(phone)) continue
      const before = this.#text.slice(0, found.index).replace(phoneWord, '')
      this.#text = `${before}\n${this.#text.slice(found.index + found[0].length)}`
      return phone
    }
    return null
  }

  /** Values that stand behind a label: 收货人: 张三 电话: … 地址: …; several addresses (地区, 详细地址) are joined. */
  takeLabels(): { name?: string; company?: string; address?: string } {
    const marks = [...this.#text.matchAll(anyLabel)]
    if (marks.length === 0) return {}
    const found: { name?: string; company?: string; address?: string } = {}
    for (const [i, mark] of marks.entries()) {
      const word = mark[1] ?? ''
      const kind = labels.find(({ words }) => words.split('|').includes(word))?.kind ?? 'none'
      const value = clean(this.#text.slice(mark.index + mark[0].length, marks[i + 1]?.index).replace(/\n/g, ' '))
      if (value === '' || kind === 'none') continue
      found[kind] = kind === 'address' ? `${found.address ?? ''}${value}` : (found[kind] ?? value)
    }
    this.#text = this.#text.slice(0, marks[0]?.index)
    return found
  }

  /** What is left, cut at signs and at blanks that are not inside a Latin name; a company that a name sticks to is cut behind its ending. */
  get #pieces(): string[] {
    this.#parts ??= this.#text
      .split(/(?<![A-Za-z.])\s+|\s+(?![A-Za-z])|[,;|/、。，；]+/)
      .flatMap((part) => part.replace(/((?:有限)?公司|集团)(?=[\p{Script=Han}]{2,4}$)/u, '$1\n').split('\n'))
      .map(clean)
      .filter((part) => part !== '')
    return this.#parts
  }

  takeAddress(): Place | undefined {
    const pieces = this.#pieces
    const isCompany = (piece: string) => companyEnd.test(piece)
    // A company may begin with its town: it is the address only if nothing else is.
    const order = [...pieces.keys()].sort(
      (a, b) => Number(isCompany(pieces[a] ?? '')) - Number(isCompany(pieces[b] ?? '')),
    )
    for (const at of order) {
      const start = regionStart(pieces, at)
      if (start === undefined) continue
      const { cut, used, region, rest } = start
      let end = at + used
      let address = rest
      // The street may stand apart from the region.
      while (end < pieces.length && belongsToAddress(pieces[end] ?? '', address)) {
        address = joined(address, pieces[end] ?? '')
        end += 1
      }
      const before = (pieces[at] ?? '').slice(0, cut)
      this.#parts = [...pieces.slice(0, at), ...(before === '' ? [] : [before]), ...pieces.slice(end)]
      const { address: street, tail } = this.#parts.some(isName) ? { address, tail: undefined } : splitTail(address)
      return { region: region.code, regionName: region.name, address: street, tail }
    }
    return this.#takeStreet()
  }

  /** An address without a region that is known. */
  #takeStreet(): Place | undefined {
    const at = this.#pieces.findIndex((piece) => /(路|街|道|巷|弄|号|村|镇|大厦|小区).*\d|\d+号/.test(piece))
    const piece = this.#pieces[at]
    if (piece === undefined) return undefined
    this.#parts = this.#pieces.filter((_, i) => i !== at)
    const { address, tail } = this.#parts.some(isName) ? { address: piece, tail: undefined } : splitTail(piece)
    return { region: null, regionName: null, address, tail }
  }

  takeCompany(): string | undefined {
    return this.#take((piece) => companyEnd.test(piece)) ?? this.#take((piece) => /公司/.test(piece))
  }

  takeName(): string | undefined {
    return this.#take(isName)
  }

  takeLeft(): string {
    return this.#pieces
      .splice(0)
      .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
      .join(' ')
  }

  #take(fits: (piece: string) => boolean): string | undefined {
    const at = this.#pieces.findIndex(fits)
    return at < 0 ? undefined : this.#pieces.splice(at, 1)[0]
  }
}

const clean = (text: string): string => text.replace(/^[\s,;:|/、。，；：.-]+|[\s,;:|/、。，；：-]+$/g, '').trim()

/** 张三, 欧阳锋, 阿里木·买买提, 王经理, John Smith. */
const isName = (piece: string): boolean =>
  /^[\p{Script=Han}]{2,4}$/u.test(piece)
    ? !companyEnd.test(piece)
    : title.test(piece) ||
      /^[\p{Script=Han}]+·[\p{Script=Han}]+$/u.test(piece) ||
      /^[A-Za-z][A-Za-z .'-]{1,40}$/.test(piece)

const belongsToAddress = (piece: string, before: string): boolean =>
  !companyEnd.test(piece) &&
  !piece.includes('·') &&
  addressWord.test(piece) &&
  !(before !== '' && /^[\p{Script=Han}]{2,3}$/u.test(piece))

/** Where a region begins: at the piece, inside it (张三浙江省…), or over several pieces (浙江省 杭州市 余杭区). */
function regionStart(pieces: readonly string[], at: number) {
  const piece = pieces[at] ?? ''
  for (let cut = 0; cut <= Math.min(6, piece.length - 2); cut += 1) {
    // Inside a piece only a province may begin: towns are part of too many names.
    if (cut > 0 && !/^.{2,8}?(省|自治区|特别行政区|市)/.test(piece.slice(cut))) continue
    let best: { cut: number; used: number; region: { code: string; name: string }; rest: string } | undefined
    for (let used = 1; used <= 4 && at + used <= pieces.length; used += 1) {
      const found = findRegion(piece.slice(cut) + pieces.slice(at + 1, at + used).join(''))
      if (found === undefined || (best !== undefined && found.region.code === best.region.code)) continue
      best = { cut, used, region: found.region, rest: found.rest }
    }
    if (best !== undefined && (cut === 0 || !piece.slice(0, cut).match(/[省市区县]$/))) return best
  }
  return undefined
}

/** …1399号张三: a name that sticks to the end of an address. */
function splitTail(address: string): { address: string; tail: string | undefined } {
  const found = /^(.*(?:号|室|楼|层|栋|幢|座|单元|\d))([\p{Script=Han}]{2,3})$/u.exec(address)
  if (found === null || addressWord.test(found[2] ?? '') || /[单元店门铺库房院校厂内旁边侧]/.test(found[2] ?? ''))
    return { address, tail: undefined }
  return { address: found[1] ?? address, tail: found[2] }
}

function fromAddress(text: string): Place {
  const found = findRegion(text)
  return {
    region: found?.region.code ?? null,
    regionName: found?.region.name ?? null,
    address: clean(found?.rest ?? text),
    tail: undefined,
  }
}
