import type { ReactNode } from 'react'
import { create } from 'zustand'

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
