import { languages } from '@xunyun/contract/pages'
import {
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Maximize,
  Moon,
  PanelLeft,
  Plus,
  ReceiptText,
  RotateCw,
  Settings2,
  Sun,
  UserRound,
  X,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, pathTo } from '../../paths.ts'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useIsCustomer, useRight } from '../../shared/session/session.ts'
import { changeMode } from '../../shared/session/settings.ts'
import { useTabs } from '../../shared/tabs/tabs.ts'
import { useAppearance } from '../../shared/ui/appearance.ts'
import { toggleFullscreen } from '../../shared/ui/fullscreen.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { showSettings } from '../settings/open.ts'
import { setSideOpened, useMenu } from '../side/useMenu.ts'
import { closeAsking, signOutAsking } from '../tabs/leave.ts'
import { openKeys } from './open.ts'

export type PaletteAction = {
  readonly key: string
  readonly title: string
  /** Other words it is looked for by. */
  readonly also?: string
  readonly Icon: LucideIcon
  readonly run: () => void
}

/** What can be done from anywhere, as far as this person may. */
export function usePaletteActions(): readonly PaletteAction[] {
  const { t } = useTranslation(['shell', 'common'])
  const language = useLanguage()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const mode = useAppearance((appearance) => appearance.mode)
  const opened = useMenu((menu) => menu.opened)
  const tab = useTabs(({ tabs, active }) => tabs.find(({ path }) => path === active))
  const mayPlace = useRight('taskList').edit
  const mayArrange = useRight('arrangeOperate').edit
  const isCustomer = useIsCustomer()
  const readsOwn = useRight('freight').browse && isCustomer
  const go = (to: string) => void navigate(to)

  const actions: (PaletteAction | false | undefined)[] = [
    mayPlace && { key: 'waybill', title: t('palette.newWaybill'), Icon: Plus, run: () => go(pathTo('taskList')) },
    mayArrange && {
      key: 'trip',
      title: t('palette.newTrip'),
      also: t('palette.newTrip.also'),
      Icon: Plus,
      run: () => go(pathTo('arrangeOperate')),
    },
    // What a customer has beside its waybills stands behind a choice of one page: the menu alone would not name it.
    ...(readsOwn ? (['statements', 'invoices', 'payouts'] as const) : []).map((view) => ({
      key: view,
      title: t(`palette.${view}`),
      Icon: ReceiptText,
      run: () => go(`${pathTo('freight')}?view=${view}`),
    })),
    tab && { key: 'refresh', title: t('palette.refresh'), Icon: RotateCw, run: () => go(paths.redirect(tab.fullPath)) },
    tab &&
      !tab.meta.affix && {
        key: 'close',
        title: t('palette.closeTab'),
        Icon: X,
        run: () => void closeAsking([tab.path], go),
      },
    mode === 'light'
      ? { key: 'dark', title: t('palette.dark'), Icon: Moon, run: () => changeMode('dark') }
      : { key: 'light', title: t('palette.light'), Icon: Sun, run: () => changeMode('light') },
    ...languages
      .filter((other) => other !== language)
      .map((other) => ({
        key: `language-${other}`,
        title: `${t('common:language')}: ${t(`common:language.${other}`)}`,
        Icon: Languages,
        run: () => void switchLanguage(other),
      })),
    { key: 'settings', title: t('settings'), Icon: Settings2, run: showSettings },
    !isPhone && {
      key: 'side',
      title: opened ? t('collapse') : t('expand'),
      Icon: PanelLeft,
      run: () => setSideOpened(!opened),
    },
    !isPhone && {
      key: 'fullscreen',
      title: t('fullscreen'),
      Icon: Maximize,
      run: () => void toggleFullscreen(),
    },
    { key: 'profile', title: t('user.profile'), Icon: UserRound, run: () => go(pathTo('profile')) },
    !isPhone && { key: 'keys', title: t('keys'), Icon: Keyboard, run: openKeys },
    { key: 'signOut', title: t('user.signOut'), Icon: LogOut, run: () => void signOutAsking() },
  ]
  return actions.filter((action): action is PaletteAction => Boolean(action))
}
