import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A component whose code comes when it is first drawn: forms, detail panels and dialogs that a list page can do without
 * until somebody asks for them. `const UserForm = late(() => import('./UserForm.tsx').then((file) => file.UserForm))`
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  return function Late(props: P) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
