import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import type { Language } from '@xunyun/contract/pages'
import { getTracks, showTrack, type TrackOut } from '@xunyun/contract/waybills/tracks'
import { Button } from 'antd'
import { Eye, EyeOff, MapPin, Paperclip, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { apiHost } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Timeline, type TimelineEntry } from '../../../shared/detail/Timeline.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { Loaded } from '../../../shared/ui/Loaded.tsx'
import styles from '../Detail.module.css'

/** What was said of a waybill on its way, latest first; what was corrected or taken back stays, struck. */
export function TrackTimeline({
  waybillId,
  version,
  onCorrect,
}: {
  waybillId: number
  version?: number
  onCorrect?: ((track: TrackOut) => void) | undefined
}) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const query = q(getTracks, { waybillId })
  const tracks = useQuery({ ...query, queryKey: [...query.queryKey, version] })
  const show = useAction(showTrack, { refresh: ['/api/W_Track/', '/api/Waybills/'] })
  const acts = (track: TrackOut) => (
    <span className={styles.trackActs}>
      {onCorrect !== undefined && isAble(track, 'correct') && (
        <Button
          size="small"
          type="text"
          icon={<Pencil size={14} />}
          aria-label={t('track.correct')}
          title={t('track.correct')}
          onClick={() => onCorrect(track)}
        />
      )}
      {(isAble(track, 'hide') || isAble(track, 'show')) && (
        <Button
          size="small"
          type="text"
          icon={track.visible ? <EyeOff size={14} /> : <Eye size={14} />}
          aria-label={track.visible ? t('track.hide') : t('track.show')}
          title={track.visible ? t('track.hide') : t('track.show')}
          loading={show.pending}
          onClick={() => void show.run({ id: track.id, visible: !track.visible })}
        />
      )}
    </span>
  )
  return (
    <Loaded of={tracks}>
      {({ tracks: rows }) => (
        <Timeline entries={rows.map((track) => entryOf(track, language, acts(track)))} empty={t('detail.noTracks')} />
      )}
    </Loaded>
  )
}

/** 到达 杭州 · 12 件: what the system writes holds the pieces alone. */
export function saidOf({ source, text }: Pick<TrackOut, 'source' | 'text'>): string {
  const isPieces = source === 'system' && /^\d+$/.test(text)
  return isPieces ? i18n.t('waybills:track.pieces', { count: Number(text) }) : text
}

function entryOf(track: TrackOut, language: Language, acts: ReactNode): TimelineEntry {
  const title = `${wordFor('trackNode', track.node, language)}${track.place ? ` ${track.place}` : ''}`
  const notes = [saidOf(track), track.visible ? '' : i18n.t('waybills:track.hidden')].filter(Boolean).join(' · ')
  return {
    id: track.id,
    at: track.at,
    icon: MapPin,
    tone: track.struck !== null ? 'grey' : track.node === 'sign' ? 'green' : track.node === 'refuse' ? 'red' : 'blue',
    title: track.struck === null ? title : <del>{title}</del>,
    byName: track.source === 'system' ? wordFor('trackSource', track.source, language) : track.byName,
    text: (
      <>
        {track.struck !== null && <i>{i18n.t(`waybills:track.${track.struck}`)} </i>}
        {notes}
        {track.files.map((file) => (
          <a key={file.FileID} href={`${apiHost}${file.Url}`} target="_blank" rel="noreferrer">
            <Paperclip size={12} aria-hidden="true" /> {file.Name}
          </a>
        ))}
        {acts}
      </>
    ),
  }
}
