import type { Output } from '@xunyun/contract/kernel/call'
import { getMyJobs, type Job } from '@xunyun/contract/workbench/jobs'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { create } from 'zustand'
import { api } from '../api/api.ts'

type News = Output<typeof getNotifications>

/** What the bell shows: notifications, and jobs with their progress. */
export const useNews = create<{ readonly news: News | null; readonly jobs: readonly Job[] | null }>(() => ({
  news: null,
  jobs: null,
}))

const calmMs = 60_000
/** Nobody has touched the window for so long: asking on would keep a session alive that should end. */
const restsMs = 15 * 60_000
const liveMs = 1000
const isLive = ({ state }: Job) => state === 'queued' || state === 'running'

let timer: ReturnType<typeof setTimeout> | undefined
let watching = false
let touched = Date.now()

/** Looks now, and from then on: every second while a job runs, else once a minute, and when the window is looked at. */
export function watchJobs(): void {
  if (!watching) {
    watching = true
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void look()
    })
    const touch = () => {
      const rested = Date.now() - touched > restsMs
      touched = Date.now()
      if (rested) void look()
    }
    for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, touch, { passive: true })
  }
  void look()
}

async function look(): Promise<void> {
  clearTimeout(timer)
  if (document.visibilityState === 'visible' && Date.now() - touched < restsMs) {
    try {
      const quiet = { quiet: true, offline: true }
      const [news, jobs] = await Promise.all([
        api(getNotifications, { pageSize: 30 }, quiet),
        api(getMyJobs, {}, quiet),
      ])
      useNews.setState({ news, jobs })
    } catch {
      // Shown as it was; the next look may do better.
    }
  }
  clearTimeout(timer)
  const busy = useNews.getState().jobs?.some(isLive) ?? false
  timer = setTimeout(() => void look(), busy ? liveMs : calmMs)
}
