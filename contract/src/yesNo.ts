import type { Language } from './pages.ts'

/** The words for yes and no, as a cell of a grid or of a file shows them. */
export const yesNoWords: Readonly<Record<Language, readonly [yes: string, no: string]>> = {
  zh: ['是', '否'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  ja: ['はい', 'いいえ'],
}

/** 是, Y, 1, ✓ … → true; 否, 空 → false; undefined for anything else. */
export function yesNo(text: string): boolean | undefined {
  const said = text.trim().toLowerCase()
  if (['是', '有', 'y', 'yes', 'sí', 'si', 'はい', '1', 'true', '√', '✓', '✔'].includes(said)) return true
  if (['', '否', '无', 'n', 'no', 'いいえ', '0', 'false', '×', '✗'].includes(said)) return false
  return undefined
}
