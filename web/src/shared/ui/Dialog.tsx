import { Button, type ModalProps } from 'antd'
import { type ComponentProps, lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../action/ActButton.tsx'
import { commitOf, enterGoesOn, fieldsOf } from '../form/enter.ts'
import { type KeyGroup, useShortcut } from '../keys/keys.ts'
import { useTab } from '../tabs/useTab.ts'
import { swallowSecondClick } from './secondClick.ts'
import { useOwnRefusals } from './toasts.ts'
import { useReturnFocus } from './useReturnFocus.ts'

const load = () => import('antd/es/modal')
const Modal = lazy(load)

// The first page does without its code; soon after it is here, so that a question can be asked when the line is down.
const soonMs = 3000
setTimeout(() => void load().catch(() => undefined), soonMs)

// On a low screen what it says scrolls: its answers stay in sight.
const styles = {
  container: { display: 'flex', flexDirection: 'column', maxHeight: 'calc(100dvh - 16px)', padding: 0 },
  header: { margin: 0, padding: '12px 48px 12px 16px' },
  body: { flex: '1 1 auto', minHeight: 0, padding: '2px 16px 16px', overflowY: 'auto' },
  footer: { margin: 0, padding: '12px 16px', borderTop: '1px solid var(--line2)' },
} as const

type Props = Omit<ModalProps, 'styles' | 'mask' | 'open' | 'onCancel'> & {
  readonly onCancel?: () => void
  /** What it does, beside a button that does not; instead of a `footer`. */
  readonly yes?: ComponentProps<typeof ActButton> & { readonly label: string; readonly disabled?: boolean }
}

/**
 * The only door to antd's Modal. A Modal open inside a hidden tab crashes the whole tree when the tab comes back, so it
 * is in the page only while its tab is looked at; what was typed into it belongs in state outside of it. A click beside
 * it does not close it: what was typed would be gone.
 */
export function Dialog({ open, ...props }: Props & { readonly open: boolean }) {
  const { visible } = useTab()
  return visible && open ? <Shown {...props} /> : null
}

const commitKey: KeyGroup = {
  title: 'ui:keys.form',
  shortcuts: [
    { keys: 'mod+s', label: 'ui:form.save' },
    { keys: 'mod+Enter', label: 'ui:form.save' },
  ],
}

/** Taken away at once when it closes, antd's Modal does not give back the focus itself. */
function Shown({ children, yes, ...props }: Props) {
  const { t } = useTranslation('common')
  const body = useRef<HTMLDivElement>(null)
  useReturnFocus(true)
  useEffect(() => swallowSecondClick, [])
  // Not of the form below; and a question without fields is answered with its buttons alone.
  useShortcut(commitKey, () => {
    if (body.current && fieldsOf(body.current).length > 0) commitOf(body.current)?.click()
  })
  const answers = yes && (
    <>
      <Button onClick={props.onCancel}>{t('cancel')}</Button>
      <Yes {...yes} />
    </>
  )
  return (
    <Suspense>
      <OwnRefusals />
      <Modal centered width={440} footer={answers} {...props} open styles={styles} mask={{ closable: false }}>
        <div ref={body} {...enterGoesOn}>
          {children}
        </div>
      </Modal>
    </Suspense>
  )
}

const Yes = ({ label, ...button }: NonNullable<Props['yes']>) => (
  <ActButton type="primary" {...button}>
    {label}
  </ActButton>
)

/** Here as long as the dialog is. */
function OwnRefusals() {
  useOwnRefusals()
  return null
}
