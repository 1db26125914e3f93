import type { Language } from '@xunyun/contract/pages'
import { type MailFaultReason, mailFaults } from '@xunyun/contract/system/mailboxes'
import { titled } from '../../../platform/excel/list.ts'

const subject = titled(
  '迅运：邮箱测试',
  'Xunyun: test of a mailbox',
  'Xunyun: prueba de buzón',
  '迅運：メール設定のテスト',
)
const text = titled(
  '这是一封测试邮件。收到它，说明邮箱“{name}”可以发信。',
  'This is a test. That it arrived means that the mailbox “{name}” can send.',
  'Esto es una prueba. Si llegó, el buzón «{name}» puede enviar.',
  'テストメールです。届いていれば「{name}」から送信できます。',
)

export const testMail = (language: Language, name: string) => ({
  subject: subject[language],
  text: text[language].replace('{name}', name),
})

type Test = { readonly fault: MailFaultReason | null; readonly answer: string }

/** One column keeps both: the reason, a colon, and what the mail server said. Null when it went well. */
export const keptTest = ({ fault, answer }: Test): string | null => (fault === null ? null : `${fault}: ${answer}`)

export function readTest(kept: string | null): Test {
  if (kept === null) return { fault: null, answer: '' }
  const [reason = ''] = kept.split(':')
  return {
    fault: mailFaults.find((fault) => fault === reason) ?? 'other',
    answer: kept.slice(reason.length + 1).trim(),
  }
}
