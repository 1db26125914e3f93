import type { Right } from './kernel/call.ts'
import type { PageKey } from './pages.ts'

/** Rights on pages that exist; see `Call.access`. */
export const browse = (page: PageKey): Right => ({ page, kind: 'browse' })
export const edit = (page: PageKey): Right => ({ page, kind: 'edit' })
export const approve = (page: PageKey): Right => ({ page, kind: 'approve' })
