import type { Call } from '@xunyun/contract/kernel/call'
import { exportAsJobFrom, startExport } from '@xunyun/contract/workbench/jobs'
import { api } from '../api/api.ts'
import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'
import { watchJobs } from './jobs.ts'

/** More ids than these make an address longer than servers on the way take (a usual limit is 8 KB). */
const mostInAddress = 500

/** Whether a file is written in the background: of so many chosen rows, or of a whole filter with so many. */
export const isForJob = (ids: readonly unknown[] | undefined, total: number | undefined): boolean =>
  ids === undefined ? total !== undefined && total >= exportAsJobFrom : ids.length > mostInAddress

/** A list too long to wait for, or to be named row by row in an address: the server writes the file, and the bell says when it is there. */
export async function exportAsJob(call: Call, input: object, total: number): Promise<void> {
  await api(startExport, { path: call.path, input: input as Record<string, unknown>, total })
  toast.info(i18n.t('ui:jobs.started'), { detail: i18n.t('ui:jobs.startedHint') })
  watchJobs()
}
