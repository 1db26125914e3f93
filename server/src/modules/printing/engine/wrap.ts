import { emsOf, type Weight } from './fonts.ts'

/** Signs that begin no line, and signs that end none (禁则). */
const noStart = /^[，。、；：！？）》】」』’”％…·,.;:!?)\]}%]/u
const noEnd = /[（《【「『‘“￥¥$([{]$/u

/** Parts that are never broken inside: words and numbers of Latin letters, any other sign alone. */
function parts(text: string): string[] {
  const found = text.match(/[\p{Script=Latin}\p{N}._\-/@#:%+&'’,]+|\s+|[\s\S]/gu) ?? []
  const glued: string[] = []
  for (const part of found) {
    const last = glued.at(-1)
    if (last !== undefined && last.trim() !== '' && part.trim() !== '' && (noStart.test(part) || noEnd.test(last)))
      glued[glued.length - 1] = last + part
    else glued.push(part)
  }
  return glued
}

/** Lines of a text that are at most so wide (ems). A part wider than a line is cut where it has to be. */
export function wrap(text: string, weight: Weight, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, weight, width))
}

function wrapParagraph(text: string, weight: Weight, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let taken = 0
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
    taken = 0
  }
  const add = (part: string, wide: number) => {
    line += part
    taken += wide
  }
  for (const part of parts(text)) {
    const wide = emsOf(part, weight)
    if (taken + emsOf(part.trimEnd(), weight) <= width + 1e-6) {
      if (line !== '' || part.trim() !== '') add(part, wide)
      continue
    }
    if (part.trim() === '') continue
    if (line !== '') end()
    if (wide <= width) {
      add(part, wide)
      continue
    }
    for (const char of part) {
      const own = emsOf(char, weight)
      if (taken + own > width + 1e-6 && line !== '') end()
      add(char, own)
    }
  }
  if (line !== '' || lines.length === 0) end()
  return lines
}

/** A line that ends in … where it had to be cut. */
export function cut(line: string, weight: Weight, width: number): string {
  if (emsOf(line, weight) <= width + 1e-6) return line
  const chars = [...line]
  while (chars.length > 0 && emsOf(`${chars.join('')}…`, weight) > width) chars.pop()
  return chars.length === 0 ? '' : `${chars.join('')}…`
}

/** Width of the widest part that would have to be cut inside, in ems: numbers are set smaller before they are cut. */
export const widestPart = (text: string, weight: Weight): number =>
  Math.max(0, ...parts(text).map((part) => emsOf(part.trimEnd(), weight)))
