import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'

/** Plain http has no clipboard API: there the old command, which a click may still give, does it. */
export function copyText(text: string): void {
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', give, { once: true })
  const done = document.execCommand('copy')
  document.removeEventListener('copy', give)
  if (done) toast.success(i18n.t('ui:detail.copied'))
}
