import { type PageKey, pageOf } from '@xunyun/contract/pages'

/** The list behind a number, with the filter that it counts. */
export const linkTo = (page: PageKey, query = ''): string => `${pageOf(page).path}${query === '' ? '' : `?${query}`}`
