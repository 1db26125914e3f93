import { readCookie } from './shared/session/cookies.ts'

/**
 * The shell's frame, drawn before its code is here: bars at their final places, so that nothing moves when the shell is
 * drawn over them, and the logo, without which a browser counts the page as empty. Seen for a moment, said to nobody.
 */
export function drawFrame(root: HTMLElement): void {
  const frame = document.createElement('div')
  frame.className = 'frame'
  frame.setAttribute('aria-hidden', 'true')
  frame.dataset.side = readCookie('sidebarStatus') === '0' ? 'closed' : 'open'
  const { logo, strip } = keptFrame()
  frame.dataset.logo = String(logo)
  frame.dataset.strip = String(strip)
  frame.innerHTML = `<div class="frameTop">${mark}</div><div class="frameSide"></div><div class="frameStrip"></div><div class="framePage">${mark}</div><div class="frameFoot"></div>`
  root.replaceChildren(frame)
}

/** As shared/ui/Logo.tsx draws it. */
const mark =
  '<svg viewBox="0 0 28 28" width="24" height="24"><rect width="28" height="28" rx="6" fill="var(--brand)"/><path d="M5 10h7M6 14h14M5 18h7M15.5 8.5 21.5 14l-6 5.5" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>'

type Frame = { readonly logo: boolean; readonly strip: boolean }
const storageName = 'frame'

/** What this person's settings leave out of it; who signed in is not known yet when it is drawn. */
export function keepFrame({ logo, strip }: Frame): void {
  try {
    if (logo && strip) localStorage.removeItem(storageName)
    else localStorage.setItem(storageName, JSON.stringify({ logo, strip }))
  } catch {
    // The frame is as by default.
  }
}

function keptFrame(): Frame {
  try {
    return { logo: true, strip: true, ...(JSON.parse(localStorage.getItem(storageName) ?? '{}') as Partial<Frame>) }
  } catch {
    return { logo: true, strip: true }
  }
}
