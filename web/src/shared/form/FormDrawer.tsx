import { Button, Drawer } from 'antd'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTab } from '../tabs/useTab.ts'
import { confirm } from '../ui/confirm.ts'
import { useIsPhone } from '../ui/useDevice.ts'
import { useStable } from '../ui/useStable.ts'
import styles from './Form.module.css'
import { FormFrame } from './FormFrame.tsx'
import { type FormOptions, useForm, type Values } from './useForm.ts'

export { Field, FormSection } from './FormFrame.tsx'

type Props<V extends Values> = FormOptions<V> & {
  readonly title: string
  /** A verb that names the act: 新建用户. */
  readonly submitLabel: string
  readonly onClose: () => void
  readonly width?: number
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/**
 * A form beside its list. It is there as long as the page draws it: `{editing && <FormDrawer …/>}`. It lies inside the
 * page, so that other tabs can be looked at meanwhile.
 */
export function FormDrawer<V extends Values>(props: Props<V>) {
  const { title, submitLabel, onClose, width = 720, extra, children } = props
  const { t } = useTranslation(['kit', 'common'])
  const isPhone = useIsPhone()
  const { visible } = useTab()
  const body = useRef<HTMLDivElement>(null)
  const state = useForm<V>({
    ...props,
    onSaved: () => {
      props.onSaved?.()
      onClose()
    },
  })

  const leave = async () => {
    if (state.busy) return
    if (state.dirty) {
      const discard = await confirm({
        title: t('form.leaveTitle', { title }),
        text: t('form.leaveText'),
        yes: t('form.leave'),
        no: t('form.stay'),
        danger: true,
      })
      if (!discard) return
    }
    state.drop()
    onClose()
  }

  useSaveKey(visible, state.submit)

  return (
    <Drawer
      open
      getContainer={false}
      placement="right"
      size={isPhone ? '100%' : width}
      title={title}
      extra={extra}
      mask={{ closable: true, blur: false }}
      closeIcon={<X size={16} strokeWidth={1.75} aria-label={t('common:close')} />}
      onClose={() => void leave()}
      afterOpenChange={(open) => {
        if (open) firstField(body.current)?.focus()
      }}
      styles={{ body: { padding: 0 }, footer: { padding: '8px 16px' } }}
      footer={
        <div className={styles.foot}>
          <Button onClick={() => void leave()}>{t('common:cancel')}</Button>
          <Button type="primary" loading={state.busy} onClick={state.submit}>
            {submitLabel}
            {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
          </Button>
        </div>
      }
    >
      <div ref={body}>
        <FormFrame state={state}>{children}</FormFrame>
      </div>
    </Drawer>
  )
}

const firstField = (body: HTMLElement | null): HTMLElement | null =>
  body?.querySelector<HTMLElement>(
    'input:not([type="hidden"], [type="submit"], [disabled], [readonly]), textarea:not([disabled])',
  ) ?? null

/** Ctrl-S saves what is looked at. */
export function useSaveKey(active: boolean, save: () => void): void {
  const act = useStable(save)
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // What is still being typed counts: a field takes over its text when it is left.
      if (document.activeElement instanceof HTMLInputElement) {
        document.activeElement.blur()
      }
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [active, act])
}
