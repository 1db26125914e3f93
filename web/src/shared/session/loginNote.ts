const noteKey = 'login-note'

/** What the login page is to say once, after a start that failed (RT-09). */
export const leaveLoginNote = (note: string): void => sessionStorage.setItem(noteKey, note)

export function takeLoginNote(): string | null {
  const note = sessionStorage.getItem(noteKey)
  sessionStorage.removeItem(noteKey)
  return note
}

const doneKey = 'login-done'

/** Good news that the login page tells, as that the password was changed. */
export const leaveLoginDone = (text: string): void => sessionStorage.setItem(doneKey, text)

export function takeLoginDone(): string | null {
  const text = sessionStorage.getItem(doneKey)
  sessionStorage.removeItem(doneKey)
  return text
}
