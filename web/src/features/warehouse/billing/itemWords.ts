import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'

/**
 * Items of a quotation as a review and a timeline keep them, a line each: "storage storage pallet/month peak -3d 2 ≥ 100 6 %",
 * in the reader's words. `free` says the free days.
 */
export const itemWords = (lines: string, language: Language, free: (days: string) => string): string =>
  lines
    .split('\n')
    .map((line) => {
      const found = /^(\w+) (\w+) (\w+)(?:\/(\w+)(?: (daily|peak|average))?)?(.*)$/.exec(line)
      if (found === null) return line
      const [, trigger, feeItem, basis, timeUnit, volumeMethod, rest = ''] = found
      const say = (type: DictionaryType, code: string | undefined) =>
        code === undefined ? '' : wordFor(type, code, language)
      const unit = `${say('billingBasis', basis)}${timeUnit === undefined ? '' : `/${say('billingTimeUnit', timeUnit)}`}`
      return [
        say('billingTrigger', trigger),
        say('feeItem', feeItem),
        `${unit} ${say('volumeMethod', volumeMethod)}`.trim(),
        rest.replace(/ -(\d+)d/, (_, days: string) => ` ${free(days)}`).trim(),
      ].join(' · ')
    })
    .join('\n')
