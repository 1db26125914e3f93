import { pageOf } from '@xunyun/contract/pages'
import {
  Activity,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  parsePath,
  Route,
  Routes,
  useNavigate,
} from 'react-router'
import { screens } from '../../routes.tsx'
import { markDirty, nameTab, type Tab } from '../../shared/tabs/rules.ts'
import { changeTabs, useTabs } from '../../shared/tabs/tabs.ts'
import { TabContext, type TabHandle } from '../../shared/tabs/useTab.ts'
import { ErrorBoundary } from '../../shared/ui/ErrorBoundary.tsx'
import { isCodeMissing } from '../../shared/ui/late.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { closeWithoutQuestion } from './leave.ts'
import styles from './TabPages.module.css'

/** The pages that are kept alive, of which at most one is looked at (SH-08). */
export function TabPages() {
  const { tabs, active, kept, epochs } = useTabs()
  const go = useGo()
  return tabs
    .filter(({ path }) => kept.includes(path))
    .map((tab) => (
      <TabPage key={`${tab.path} ${epochs[tab.path] ?? 0}`} tab={tab} visible={tab.path === active} go={go} />
    ))
}

/** Leads elsewhere. Always the same function, where `useNavigate` gives a new one at every place. */
function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useLayoutEffect(() => {
    latest.current = navigate
  }, [navigate])
  return useCallback((to) => void latest.current(to), [])
}

type Props = { tab: Tab; visible: boolean; go: (to: string) => void }

/** Drawn anew for its own changes alone: with a dozen pages alive, a step in one must not cost the others. */
const TabPage = memo(function TabPage({ tab, visible, go }: Props) {
  const { t } = useTranslation('common')
  const { path } = tab
  const screen = screens[tab.name]
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the component anew
  const Page = useMemo(() => screen?.component(), [screen, attempt])

  // Hidden one step after `visible` has fallen: dialogs leave the page while it still can be drawn. A Modal that is
  // hidden together with its tab crashes the tree on the way back.
  const [mode, setMode] = useState<'visible' | 'hidden'>(visible ? 'visible' : 'hidden')
  useLayoutEffect(() => setMode(visible ? 'visible' : 'hidden'), [visible])

  const handle = useMemo<TabHandle>(
    () => ({
      path,
      visible,
      setDirty: (dirty) => changeTabs((state) => markDirty(state, path, dirty)),
      setTitle: (title) => changeTabs((state) => nameTab(state, path, title)),
      close: () => closeWithoutQuestion([path], go),
    }),
    [path, visible, go],
  )

  if (!Page) return null
  return (
    <Activity mode={mode}>
      <div className={styles.page} role="tabpanel" id={panelId(path)} aria-labelledby={tabId(path)}>
        <TabContext value={handle}>
          <ErrorBoundary
            onRetry={() => {
              screen?.forget()
              setAttempt(attempt + 1)
            }}
            fallback={(error, retry) =>
              isCodeMissing(error) ? (
                <LoadError title={t('http.network')} text={t('codeMissing')} retry={retry} />
              ) : (
                <LoadError title={t('pageBroke')} text={`${t('pageBrokeHint')} · ${error.message}`} retry={retry} />
              )
            }
          >
            <Suspense fallback={<PageSkeleton />}>
              <OwnLocation fullPath={tab.fullPath}>
                <Routes>
                  <Route path={pageOf(tab.name).path} element={<Page />} />
                </Routes>
              </OwnLocation>
            </Suspense>
          </ErrorBoundary>
        </TabContext>
      </div>
    </Activity>
  )
})

/**
 * The tab's own address for everything below it. `<Routes location>` would do the same, but listens to the window's
 * address too, and would draw every page alive again at each step.
 */
function OwnLocation({ fullPath, children }: { fullPath: string; children: ReactNode }) {
  const value = useMemo(() => {
    const { pathname = '/', search = '' } = parsePath(fullPath)
    const location = { pathname, search, hash: '', state: null, key: fullPath, mask: undefined }
    return { location, navigationType: NavigationType.Pop }
  }, [fullPath])
  return <LocationContext value={value}>{children}</LocationContext>
}

export const tabId = (path: string): string => `tab-${encodeURIComponent(path)}`
export const panelId = (path: string): string => `page-${encodeURIComponent(path)}`
