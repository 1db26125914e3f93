/** A tone and a buzz: who scans looks at the goods, not at the screen. */

let audio: AudioContext | undefined

function tone(hertz: number, from: number, seconds: number): void {
  audio ??= new AudioContext()
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = 'square'
  oscillator.frequency.value = hertz
  gain.gain.value = 0.08
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(audio.currentTime + from)
  oscillator.stop(audio.currentTime + from + seconds)
}

/** High and short: right. Low and twice: wrong. */
export function signal(ok: boolean): void {
  // A browser without sound, or one that has not been touched yet, stays silent: the band says it as well.
  if (typeof AudioContext !== 'undefined' && navigator.userActivation?.hasBeenActive) {
    if (ok) tone(1760, 0, 0.08)
    else {
      tone(220, 0, 0.18)
      tone(220, 0.26, 0.18)
    }
  }
  navigator.vibrate?.(ok ? 40 : [160, 80, 160])
}
