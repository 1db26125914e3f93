import { Flashlight, RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Camera.module.css'
import { useCamera } from './useCamera.ts'

type Props = { readonly onCode: (code: string) => void; readonly paused: boolean; readonly onClose: () => void }

/** The camera's picture as a band over the work; a code in it is a scan like any other. */
export function Camera({ onCode, paused, onClose }: Props) {
  const { t } = useTranslation('scan')
  const video = useRef<HTMLVideoElement>(null)
  const { state, again, canLight, lit, light } = useCamera({ video, onCode, paused, onHidden: onClose })
  const isOn = state === 'on'
  const hasPicture = isOn || state === 'starting'
  return (
    <section className={styles.camera} aria-label={t('camera')} data-on={isOn || undefined}>
      <video ref={video} className={styles.picture} muted playsInline hidden={!hasPicture} />
      {isOn && <span className={styles.aim} data-paused={paused || undefined} aria-hidden="true" />}
      {state === 'starting' && <p className={styles.words}>{t('camera.starting')}</p>}
      {isOn && paused && <p className={styles.words}>{t('camera.paused')}</p>}
      {!hasPicture && (
        <p className={styles.words} role="alert">
          {t(`camera.${state}`)}
        </p>
      )}
      <div className={styles.buttons}>
        {canLight && isOn && (
          <button type="button" aria-label={t('camera.light')} aria-pressed={lit} onClick={light}>
            <Flashlight size={20} strokeWidth={1.6} />
          </button>
        )}
        {!hasPicture && state !== 'insecure' && (
          <button type="button" aria-label={t('camera.again')} onClick={again}>
            <RotateCcw size={20} strokeWidth={1.6} />
          </button>
        )}
        <button type="button" aria-label={t('camera.close')} onClick={onClose}>
          <X size={20} strokeWidth={1.6} />
        </button>
      </div>
    </section>
  )
}
