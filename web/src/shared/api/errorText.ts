import { i18n } from '../i18n/i18n.ts'
import { NetworkError } from './errors.ts'

/** What happened, for a place that shows the failure itself: no browser's English where the line was down. */
export const errorText = (error: Error): string =>
  error instanceof NetworkError ? i18n.t('common:http.network') : error.message
