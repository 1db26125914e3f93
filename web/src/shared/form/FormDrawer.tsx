import { Button } from 'antd'
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/i18n.ts'
import { type KeyGroup, useShortcut } from '../keys/keys.ts'
import { useTab } from '../tabs/useTab.ts'
import { confirm } from '../ui/confirm.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Bone } from '../ui/Skeleton.tsx'
import { useIsPhone } from '../ui/useDevice.ts'
import styles from './Form.module.css'
import { FormFrame } from './FormFrame.tsx'
import { type FormOptions, useForm, type Values } from './useForm.ts'
import { useFormOpen } from './waiting.ts'

export { Field, FormSection, LikeField, useCellErrors, useFill, useMessages } from './FormFrame.tsx'

type Props<V extends Values> = Omit<FormOptions<V>, 'initial'> & {
  /** Undefined while the record is still being fetched. */
  readonly initial: Partial<V> | undefined
  readonly title: string
  /** A verb that names the act: 新建用户. */
  readonly submitLabel: string
  readonly onClose: () => void
  readonly width?: number
  readonly extra?: ReactNode
  /** Why it can be looked at only. */
  readonly readOnly?: string
  readonly children: ReactNode
}

/**
 * A form beside its list. It is there as long as the page draws it: `{editing && <FormDrawer …/>}`. It lies inside the
 * page, so that other tabs can be looked at meanwhile.
 */
export function FormDrawer<V extends Values>(props: Props<V>) {
  const { title, width = 720, extra, onClose } = props
  const inner = useRef<Inner>(null)
  // As the record was when the form was opened: one fetched anew meanwhile does not begin it again.
  const [initial, setInitial] = useState(props.initial)
  if (initial === undefined && props.initial !== undefined) setInitial(props.initial)
  return (
    <Sheet
      bare
      width={width}
      title={title}
      extra={extra}
      onClose={() => (inner.current ? inner.current.leave() : onClose())}
    >
      {initial === undefined ? <Bones /> : <FormSheet {...props} initial={initial} ref={inner} />}
    </Sheet>
  )
}

type Inner = { leave: () => void }

function FormSheet<V extends Values>(props: Props<V> & { initial: Partial<V>; ref: RefObject<Inner | null> }) {
  const { title, submitLabel, onClose, children, ref, readOnly } = props
  const { t } = useTranslation(['ui', 'common'])
  const isPhone = useIsPhone()
  const { visible } = useTab()
  const state = useForm<V>({
    ...props,
    onSaved: () => {
      props.onSaved?.()
      onClose()
    },
  })

  const leave = async () => {
    if (state.busy) return
    if (state.dirty && !(await mayDiscard(title))) return
    state.drop()
    onClose()
  }
  useFormOpen(props.name)
  useImperativeHandle(ref, () => ({ leave: () => void leave() }))
  useSaveKey(visible && readOnly === undefined, state.submit)

  return (
    <div className={styles.sheet}>
      <div className={styles.sheetBody}>
        <FormFrame state={state} readOnly={readOnly}>
          {children}
        </FormFrame>
      </div>
      <div className={styles.foot}>
        <Button onClick={() => void leave()}>{t(readOnly === undefined ? 'common:cancel' : 'common:close')}</Button>
        {readOnly === undefined && (
          <Button type="primary" data-commit loading={state.busy} onClick={state.submit}>
            {submitLabel}
            {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Asks before what was typed is thrown away. */
export const mayDiscard = (title: string): Promise<boolean> =>
  confirm({
    title: i18n.t('ui:form.leaveTitle', { title }),
    text: i18n.t('ui:form.leaveText'),
    yes: i18n.t('ui:form.leave'),
    no: i18n.t('ui:form.stay'),
    danger: true,
  })

function Bones() {
  return (
    <div className={styles.bones} aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Bone key={line} height={28} />
      ))}
    </div>
  )
}

const saveKey: KeyGroup = {
  title: 'ui:keys.form',
  shortcuts: [
    { keys: 'mod+s', label: 'ui:form.save' },
    { keys: 'mod+Enter', label: 'ui:form.save' },
  ],
}

/** Ctrl-S and Ctrl-Enter save what is looked at. */
export function useSaveKey(active: boolean, save: () => void): void {
  const act = () => {
    // A field brings what was typed into its final form when it is left.
    const field = document.activeElement
    if (field instanceof HTMLInputElement) field.blur()
    save()
  }
  useShortcut(saveKey, act, active)
}
