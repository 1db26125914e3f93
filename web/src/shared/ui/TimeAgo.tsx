import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../session/session.ts'
import { ago, exactTime, lasting } from './format.ts'

/** How long ago, or how long it has lasted, with the exact time on hover; it goes on while it is looked at. */
export function TimeAgo({ at, lasts = false }: { at: string; lasts?: boolean }) {
  useTranslation('common')
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={exactTime(at)}>
      {lasts ? lasting(at, now) : ago(at, now)}
    </time>
  )
}
