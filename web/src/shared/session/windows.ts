/** Words between the windows of one browser. It works on plain http too. */

const name = 'xunyun-session'

/** Tells the other windows that the session of this token is over. */
export function tellSignedOut(token: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(name)
  channel.postMessage({ signedOut: token })
  channel.close()
}

export function onSignedOut(heed: (token: string) => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  new BroadcastChannel(name).onmessage = ({ data }: MessageEvent<{ signedOut?: unknown } | null>) => {
    if (typeof data?.signedOut === 'string') heed(data.signedOut)
  }
}
