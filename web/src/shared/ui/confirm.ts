import type { ReactNode } from 'react'
import { create } from 'zustand'
import { i18n } from '../i18n/i18n.ts'

export type Question = {
  readonly title: string
  readonly text?: ReactNode
  /** A verb that names what will happen. */
  readonly yes: string
  readonly no?: string
  /** Outlined red instead of solid: it destroys something. */
  readonly danger?: boolean
}

type Asked = Question & { readonly answer: (yes: boolean) => void }

export const useQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }))

/** Asks over everything and gives the answer; a question still open is answered with no. */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({ asked: null })
      resolve(yes)
    }
    useQuestion.setState({ asked: { ...question, answer } })
  })
}

/** What leaves things as they are. Where the act itself is called 取消, two buttons must not say the same. */
export const wayBack = (yes: string): string =>
  i18n.t(yes === i18n.t('common:cancel') || yes === i18n.t('common:cancelAct') ? 'common:back' : 'common:cancel')
