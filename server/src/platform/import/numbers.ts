import type { Numbering } from '../numbering.ts'

/** Where the numbers of new documents come from. */
export type Numbers = Pick<Numbering, 'next'>

/** What stands in for numbers that a dry run would use up. */
export function noNumbers(): Numbers {
  let last = 0
  return {
    next: (prefix, count = 1) =>
      Promise.resolve(
        Array.from({ length: count }, () => {
          last += 1
          return `${prefix}?${last}`
        }),
      ),
  }
}
