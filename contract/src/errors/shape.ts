import type { Language } from '../pages.ts'

/**
 * One reason in the catalogue: its class (the `code` of the envelope) and its text in each language.
 * 300 please confirm · 403 · 404 no such record · 409 conflict · 422 invalid · 429 login delay · 50014 session.
 */
export type Reason = { readonly code: number } & Readonly<Record<Language, string>>
export type Reasons = Readonly<Record<`${string}.${string}`, Reason>>
