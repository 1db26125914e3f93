import { type DictionaryType, entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { Select, type SelectProps } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/useLanguage.ts'
import { useWordsState } from '../session/words.ts'
import { isTouch } from './enter.ts'
import { fetchSpelling, useFits } from './fits.ts'

export type Word = { readonly value: string | number; readonly label: string; readonly disabled?: boolean }

/** What there is to choose from: a dictionary, all of it or some codes, or the page's own words. */
export type Choosing = {
  readonly type?: DictionaryType
  readonly only?: readonly string[]
  readonly options?: readonly Word[]
  readonly multiple?: boolean
}

export function useWords({ type, only, options }: Choosing): readonly Word[] {
  const language = useLanguage()
  // Drawn anew when the company changes them.
  useWordsState()
  if (options || !type) return options ?? []
  // One that is no longer offered stays in the list: records hold it.
  return entriesOf(type)
    .filter(({ code }) => !only || only.includes(code))
    .map(({ code, enabled }) => ({ value: code, label: wordFor(type, code, language), disabled: !enabled }))
}

/** How a list of words is searched, wherever there is one. A few words on a touch screen are tapped: no keyboard comes up. */
export function useWordSearch(words: number): Pick<SelectProps, 'showSearch' | 'onFocus'> {
  const fits = useFits()
  if (words <= 8 && isTouch()) return { showSearch: false }
  return {
    showSearch: { filterOption: (typed, option) => typeof option?.label === 'string' && fits(option.label, typed) },
    onFocus: fetchSpelling,
  }
}

type Props = Choosing &
  Omit<SelectProps, 'options' | 'mode' | 'onChange' | 'value'> & {
    readonly value?: string | number | readonly (string | number)[] | null
    readonly onChange?: (value: never) => void
  }

/** Delete and Backspace in a choice that is made, while nothing is typed to search with. */
export const isClearing = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): boolean =>
  (key === 'Delete' || key === 'Backspace') && currentTarget.value === ''

const holds = (value: Props['value'], code: string | number): boolean =>
  Array.isArray(value) ? value.includes(code) : value === code

/** One or several of some words. */
export function Choice({ type, only, options, multiple, onChange, value, ...rest }: Props) {
  const { t } = useTranslation('ui')
  const words = useWords({ type, only, options })
  return (
    <Select
      allowClear
      placeholder={t(rest.prefix === undefined ? 'form.choose' : 'list.all')}
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      data-words
      {...useWordSearch(words.length)}
      onInputKeyDown={(event) => {
        // Of several antd's list would take its marked line, and keep the cursor.
        if (multiple && event.key === 'Tab') event.stopPropagation()
        if (!multiple && rest.allowClear !== false && isClearing(event)) onChange?.(undefined as never)
      }}
      {...rest}
      mode={multiple ? 'multiple' : undefined}
      options={words.filter((word) => !word.disabled || holds(value, word.value))}
      value={(value ?? undefined) as unknown}
      // Emptied is not given, not null: that is how the contract has it.
      onChange={(next: unknown) => onChange?.((next ?? undefined) as never)}
    />
  )
}
