import { Modal, type ModalProps } from 'antd'
import { useTab } from '../tabs/useTab.ts'

const styles = {
  container: { padding: 0 },
  header: { margin: 0, padding: '12px 48px 12px 16px' },
  body: { padding: '0 16px 16px' },
  footer: { margin: 0, padding: '12px 16px', borderTop: '1px solid var(--line2)' },
} as const

/**
 * The only door to antd's Modal. A Modal open inside a hidden tab crashes the whole tree when the tab comes back, so it
 * is in the page only while its tab is looked at; what was typed into it belongs in state outside of it. A click beside
 * it does not close it: what was typed would be gone.
 */
export function Dialog(props: Omit<ModalProps, 'styles' | 'mask'>) {
  const { visible } = useTab()
  if (!visible) return null
  return <Modal centered width={440} {...props} styles={styles} mask={{ closable: false }} />
}
