import type { Call } from '@xunyun/contract/kernel/call'
import { startExport } from '@xunyun/contract/workbench/jobs'
import { api } from '../api/api.ts'
import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'
import { watchJobs } from './jobs.ts'

/** A list too long to wait for: the server writes the file, and the bell says when it is there. */
export async function exportAsJob(call: Call, input: object, total: number): Promise<void> {
  await api(startExport, { path: call.path, input: input as Record<string, unknown>, total })
  toast.info(i18n.t('kit:jobs.started'), { detail: i18n.t('kit:jobs.startedHint') })
  watchJobs()
}
