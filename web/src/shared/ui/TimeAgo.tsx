import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../session/session.ts'
import { ago, exactTime } from './format.ts'

/** How long ago, with the exact time on hover; it goes on while it is looked at. */
export function TimeAgo({ at }: { at: string }) {
  useTranslation('common')
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={exactTime(at)}>
      {ago(at, now)}
    </time>
  )
}
