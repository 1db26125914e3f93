import { create } from 'zustand'
import { readCookie, writeCookie } from '../session/cookies.ts'

export const sizeNames = ['mini', 'small', 'default'] as const
export type Size = (typeof sizeNames)[number]
export type Mode = 'light' | 'dark'

const modeKey = 'theme'

/** Component size (SH-18) and light or dark; both show at once, on the document and in antd. */
export const useAppearance = create<{ size: Size; mode: Mode }>(() => ({
  size: sizeNames.find((name) => name === readCookie('size')) ?? 'mini',
  mode: storedMode(),
}))

function storedMode(): Mode {
  const { theme } = document.documentElement.dataset
  return (theme ?? localStorage.getItem(modeKey)) === 'dark' ? 'dark' : 'light'
}

export function chooseSize(size: Size): void {
  writeCookie('size', size, { days: 365 })
  useAppearance.setState({ size })
}

export function chooseMode(mode: Mode): void {
  localStorage.setItem(modeKey, mode)
  useAppearance.setState({ mode })
}

/** Puts both on the document, now and at every change. */
export function wearAppearance(): void {
  const wear = ({ size, mode }: { size: Size; mode: Mode }) => {
    document.documentElement.dataset.theme = mode
    document.documentElement.dataset.size = size
  }
  wear(useAppearance.getState())
  useAppearance.subscribe(wear)
}
