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
