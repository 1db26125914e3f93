import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { i18n } from '../i18n/i18n.ts'
import styles from './Skeleton.module.css'
import { toast } from './toasts.ts'

/**
 * A component whose code comes when it is first drawn: forms, detail panels and dialogs that a list page can do without
 * until somebody asks for them. `const UserForm = late(() => import('./UserForm.tsx').then((file) => file.UserForm))`
 * Without a network nothing opens and a word says so; the next click fetches again. `place` stands where it will be.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, place?: ReactNode): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch {
        loaded = null
        toast.error(i18n.t('common:codeMissing'))
        return { default: Missing }
      }
    }) as unknown as ComponentType<P>
  return function Late(props: P) {
    loaded ??= begin()
    const Loaded = loaded
    return (
      <Suspense
        fallback={
          <>
            <Coming />
            {place}
          </>
        }
      >
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** Over a slow network: what was asked for is on its way. It waits a moment, so that nothing flashes over a quick one. */
function Coming() {
  return createPortal(
    <div className={styles.coming} role="progressbar" aria-label={i18n.t('common:loading')} />,
    document.body,
  )
}

/** Stands in for what did not come: closes what it would have opened, so that it does not open by itself later. */
function Missing({ onClose }: { onClose?: unknown }) {
  useEffect(() => {
    if (typeof onClose === 'function') onClose()
  }, [onClose])
  return null
}

/** The code of a page or a dialog did not come: no network, or a release that took the file away. */
export const isCodeMissing = (error: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
