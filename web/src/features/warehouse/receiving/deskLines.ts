import type { Code } from '@xunyun/contract/dictionary'
import { compareDecimal, normalizeDecimal } from '@xunyun/contract/kernel/decimal'
import type { NoticeLineRow } from '@xunyun/contract/warehouse/receiving/calls'
import { dayTyped, numbersIn } from '../../../shared/goods/goodsLines.ts'

/** What was counted of a line, as it stands in the cells. */
export type CountDraft = {
  qty?: string
  damaged?: string
  short?: string
  batchNo?: string
  production?: string
  expiry?: string
  quality?: Code<'quality'>
  serials?: string
  damagedSerials?: string
  containerCode?: string
}

const plain = (text: string | undefined): string => normalizeDecimal(text ?? '') || '0'
const isZero = (text: string) => /^0*(\.0*)?$/.test(text)

export const isCounted = (draft: CountDraft | undefined): boolean =>
  draft !== undefined && [draft.qty, draft.damaged, draft.short].some((figure) => !isZero(plain(figure)))

/** Of what came, what is not damaged: so many numbers of good ones are asked for. */
export const goodOf = ({ qty, damaged }: CountDraft): number => Number(plain(qty)) - Number(plain(damaged)) || 0

/** What a line begins with: what was announced of it. */
export const beginningOf = (line: NoticeLineRow): CountDraft => ({
  batchNo: line.batchNo ?? undefined,
  production: line.production ?? undefined,
  expiry: line.expiry ?? undefined,
  quality: line.quality,
})

const given = (text: string | undefined) => text?.trim() || undefined

/** As the contract takes it. */
export const toCounted = (line: NoticeLineRow, draft: CountDraft) => ({
  lineId: line.id,
  qty: plain(draft.qty),
  damaged: plain(draft.damaged),
  short: plain(draft.short),
  batchNo: given(draft.batchNo),
  production: dayTyped(draft.production ?? ''),
  expiry: dayTyped(draft.expiry ?? ''),
  quality: draft.quality ?? line.quality,
  serials: numbersIn(draft.serials),
  damagedSerials: numbersIn(draft.damagedSerials),
  containerCode: given(draft.containerCode),
})

/** Everything that is open, where nothing has been typed. */
export const filledIn = (lines: readonly NoticeLineRow[], drafts: readonly CountDraft[]): CountDraft[] =>
  lines.map((line, index) => {
    const draft = drafts[index] ?? beginningOf(line)
    return isCounted(draft) || compareDecimal(line.open, '0') <= 0 ? draft : { ...draft, qty: line.open }
  })
