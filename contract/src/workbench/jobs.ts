import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { call } from '../kernel/call.ts'
import { listInput, listOutput } from '../kernel/list.ts'
import { date, id, int, json, oneOf, optional, text } from '../kernel/wire.ts'

/** Long work that goes on when its page is left: progress in numbers, stop, resume, a result. */
export const jobStates = ['queued', 'running', 'stopped', 'done', 'failed'] as const
export type JobState = (typeof jobStates)[number]
export const jobKinds = ['export', 'reprice', 'verify', 'statements', 'epods'] as const

export const job = z.strictObject({
  id: z.int(),
  kind: z.enum(jobKinds),
  title: z.string(),
  state: z.enum(jobStates),
  done: z.int(),
  /** Null while it is not known how much there is to do. */
  total: z.nullable(z.int()),
  /** The result's address, below the API host. */
  fileUrl: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  /** Why it failed, in the language it was started in. */
  error: z.nullable(z.string()),
  userName: z.string(),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  mine: z.boolean(),
})
export type Job = z.output<typeof job>

/** From how many rows on a list is exported as a job. */
export const exportAsJobFrom = 20_000

export const startExport = call({
  method: 'POST',
  path: '/api/Jobs/StartExport',
  summary: 'Export a list in the background: the path of its export call and what that call takes',
  audience: 'everybody',
  access: 'session',
  input: z.object({
    path: text(100),
    input: json(z.record(z.string(), z.unknown())),
    /** Rows of the filter, if known: what the progress is shown against. */
    total: optional(int(0, 2_000_000_000)),
  }),
  output: job,
  idempotent: true,
})
export const getMyJobs = call({
  method: 'GET',
  path: '/api/Jobs/GetMyJobs',
  summary: 'My jobs of the last seven days, latest first',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: z.array(job),
})
export const stopJob = call({
  method: 'POST',
  path: '/api/Jobs/StopJob',
  summary: 'Stop a job of mine, or anybody’s with the right on jobs; what is done is kept',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id }),
  output: job,
})
export const resumeJob = call({
  method: 'POST',
  path: '/api/Jobs/ResumeJob',
  summary: 'Go on where a job of mine was stopped or broke',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id }),
  output: job,
})

const filters = {
  state: optional(oneOf(jobStates)),
  q: optional(text(60)),
  from: optional(date),
  to: optional(date),
}
export const jobFilter = z.object(filters)
export const getJobs = call({
  method: 'GET',
  path: '/api/Jobs/GetJobs',
  summary: 'Everybody’s jobs',
  access: [browse('jobs')],
  input: listInput(filters, ['createdAt']),
  output: listOutput(job),
})
export const getJobTotals = call({
  method: 'GET',
  path: '/api/Jobs/GetJobTotals',
  summary: 'How many jobs, and in which state',
  access: [browse('jobs')],
  input: jobFilter,
  output: z.strictObject({ count: z.int(), tabs: z.record(z.string(), z.int()) }),
})
