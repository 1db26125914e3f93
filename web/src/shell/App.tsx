import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import { lazy, Suspense, useLayoutEffect, useMemo } from 'react'
import { HashRouter } from 'react-router'
import { RefusedHost } from '../shared/action/RefusedHost.tsx'
import { useAntdLocale } from '../shared/i18n/antdLocale.ts'
import { useSession } from '../shared/session/session.ts'
import { useSettings } from '../shared/session/settings.ts'
import { useAppearance } from '../shared/ui/appearance.ts'
import { ConfirmHost } from '../shared/ui/ConfirmHost.tsx'
import { clearSign } from '../shared/ui/clearSign.tsx'
import { Toasts } from '../shared/ui/Toasts.tsx'
import { antdThemeFor, wearTheme } from '../shared/ui/theme.ts'
import { useIsPhone } from '../shared/ui/useDevice.ts'
import { SessionDialog } from './SessionDialog.tsx'
import { Shell } from './Shell.tsx'

const FirstPassword = lazy(() => import('./password/FirstPassword.tsx'))

// A failed call has shown its toast; asking again by itself would show it again. Without a network a query fails like any
// other: held back, it would leave rows of another filter standing as if they were the answer.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

export function App({ locale: first }: { locale: Locale }) {
  const { size, mode } = useAppearance()
  const isPhone = useIsPhone()
  const locale = useAntdLocale(first)
  const seed = useSettings((settings) => settings.theme)
  const theme = useMemo(() => antdThemeFor(mode, isPhone ? 'phone' : size, seed), [mode, size, isPhone, seed])
  useLayoutEffect(() => wearTheme(mode, seed), [mode, seed])
  const mustChange = useSession((session) => session.userInfo?.mustChangePassword ?? false)
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      button={{ autoInsertSpace: false }}
      select={clearSign}
      cascader={clearSign}
      datePicker={clearSign}
    >
      <QueryClientProvider client={queryClient}>
        {mustChange ? (
          <Suspense>
            <FirstPassword />
          </Suspense>
        ) : (
          <HashRouter>
            <Shell />
          </HashRouter>
        )}
        <ConfirmHost />
        <RefusedHost />
        <SessionDialog />
        <Toasts />
      </QueryClientProvider>
    </ConfigProvider>
  )
}
