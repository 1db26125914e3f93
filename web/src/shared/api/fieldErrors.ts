import type { Language } from '@xunyun/contract/pages'
import { i18n } from '../i18n/i18n.ts'
import type { ApiError } from './errors.ts'

/** As antd's `form.setFields` takes it: `goods.0.pieces` is `['goods', 0, 'pieces']`. */
export type FieldMessage = { name: (string | number)[]; errors: string[] }

/** What to say at the fields of a refused form. The catalogue is fetched when the first refusal comes. */
export async function fieldMessages(error: ApiError): Promise<FieldMessage[]> {
  if (error.fields.length === 0) return []
  const { isReason, sayReason } = await import('@xunyun/contract/errors')
  return error.fields.map(({ path, reason, params }) => ({
    name: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    errors: [isReason(reason) ? sayReason(reason, params, i18n.language as Language) : error.message],
  }))
}

/**
 * What a person reads of a refused form: its first wrong field under the name it has on the page. The server's own words begin
 * with the field's path, which is for machines.
 */
export function inWordsOfPage({ message, fields }: ApiError): string {
  const path = fields[0]?.path
  if (path === undefined || !message.startsWith(`${path}: `)) return message
  const reason = message.slice(path.length + 2)
  const name = labelOf(path)
  return name === undefined ? reason : i18n.t('common:http.field', { name, reason })
}

/** The label of a field, or the name of its cell; of the topmost form, when several are open. */
function labelOf(path: string): string | undefined {
  const end = CSS.escape(`_${path.replaceAll('.', '_')}`)
  const field = [...document.querySelectorAll<HTMLElement>(`[id$="${end}"]`)].at(-1)
  const label = field && document.querySelector(`label[for="${CSS.escape(field.id)}"]`)
  const [, row, cell] = /\.(\d+)\.(\w+)$/.exec(path) ?? []
  const box = document.querySelector(`[data-cell="${row}-${cell}"] [aria-label]`)
  return label?.textContent?.trim() || (field ?? box)?.getAttribute('aria-label') || undefined
}
