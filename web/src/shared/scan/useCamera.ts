import { type RefObject, useEffect, useState } from 'react'
import { useStable } from '../ui/useStable.ts'
import { newAim } from './aim.ts'
import type { ReadCodes } from './codeReader.ts'

/** Why there is no picture; each has its words, with the way on. */
export type CameraTrouble = 'insecure' | 'refused' | 'none' | 'busy' | 'lost' | 'noReader'
export type CameraState = 'starting' | 'on' | CameraTrouble

/** How the browser names why it gives no camera. */
function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
}

/** Not part of the browser's standard types: a lamp that some cameras of phones have. */
type Lamp = { readonly torch?: boolean }

/** Pictures a second are enough for a code, and leave the phone its battery. */
const everyMs = 120
/** Wider pictures say no more of a code, and take longer to read. */
const mostWide = 1280
// A page that goes on to the next document is another page, with the same code still before the camera.
const aim = newAim()

/** The part of the picture that the band shows: what one cannot see is not read. Null: there is no picture yet. */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video
  if (videoWidth === 0 || clientWidth === 0 || clientHeight === 0 || video.readyState < 2) return false
  const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight)
  const [wide, high] = [clientWidth / scale, clientHeight / scale]
  const shrink = Math.min(1, mostWide / wide)
  canvas.width = Math.round(wide * shrink)
  canvas.height = Math.round(high * shrink)
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, (videoWidth - wide) / 2, (videoHeight - high) / 2, wide, high, 0, 0, canvas.width, canvas.height)
  return true
}

type Options = {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly onCode: (code: string) => void
  /** A number is asked for: a code that happens to be one must not be taken for it. */
  readonly paused: boolean
  readonly onHidden: () => void
}

/**
 * The camera at the back while this is mounted: its picture in the video, the codes in it as scans. It is let go of when the
 * page is left, its tab or the browser hidden.
 */
export function useCamera({ video, onCode, paused, onHidden }: Options) {
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const [lamp, setLamp] = useState<MediaStreamTrack | null>(null)
  const [lit, setLit] = useState(false)
  const take = useStable((code: string) => {
    if (!paused) onCode(code)
  })
  const hidden = useStable(onHidden)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    let over = false
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const canvas = document.createElement('canvas')
    const look = async (read: ReadCodes) => {
      const shown = video.current
      if (shown !== null && draw(shown, canvas)) {
        // One picture that cannot be read is no reason to stop looking.
        const sights = await read(canvas).catch(() => [])
        const code = over ? null : aim(sights, performance.now())
        if (code !== null && code !== '') take(code)
      }
      if (!over) timer = setTimeout(() => void look(read), everyMs)
    }
    const open = async () => {
      // Browsers give the camera to safe addresses only; over plain http the interface is not even there.
      if (navigator.mediaDevices?.getUserMedia === undefined) return setState('insecure')
      const fetching = import('./codeReader.ts').then(({ openReader }) => openReader())
      fetching.catch(() => undefined)
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
        })
      } catch (error) {
        return over ? undefined : setState(troubleOf(error))
      }
      const [track] = stream.getVideoTracks()
      if (over || track === undefined || video.current === null) return stop()
      track.addEventListener('ended', () => {
        if (!over) setState('lost')
      })
      const shown = video.current
      shown.srcObject = stream
      await shown.play().catch(() => undefined)
      const can = (track.getCapabilities?.() ?? {}) as Lamp
      setLamp(can.torch === true ? track : null)
      setLit(false)
      let read: ReadCodes
      try {
        read = await fetching
      } catch {
        stop()
        return over ? undefined : setState('noReader')
      }
      if (over) return
      setState('on')
      void look(read)
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
      if (video.current !== null) video.current.srcObject = null
      setLamp(null)
    }
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hidden()
    }
    document.addEventListener('visibilitychange', onVisibility)
    setState('starting')
    void open()
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      stop()
    }
  }, [attempt, video, take, hidden])

  const light = () => {
    const next = !lit
    void lamp
      ?.applyConstraints({ advanced: [{ torch: next } as MediaTrackConstraintSet] })
      .then(() => setLit(next))
      .catch(() => setLamp(null))
  }
  return { state, again: () => setAttempt(attempt + 1), canLight: lamp !== null, lit, light }
}
