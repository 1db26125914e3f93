import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSessionEnded } from '../shared/session/ended.ts'
import { openSession } from '../shared/session/session.ts'
import { useSettings } from '../shared/session/settings.ts'
import { fetchUserInfo } from '../shared/session/userInfo.ts'
import { late } from '../shared/ui/late.tsx'
import { pageTitle } from '../shared/ui/product.ts'
import { useIsPhone } from '../shared/ui/useDevice.ts'
import { Place } from './Place.tsx'
import { PaletteHost } from './palette/PaletteHost.tsx'
import { loadPhoneShell } from './phone/load.ts'
import styles from './Shell.module.css'
import { useSettingsPanel } from './settings/open.ts'
import { SideMenu } from './side/SideMenu.tsx'
import { useFollowMenu } from './side/useMenu.ts'
import { useUnloadQuestion } from './tabs/leave.ts'
import { TabStrip } from './tabs/TabStrip.tsx'
import { useTabTitle } from './tabs/useTabTitle.ts'
import { TopBar } from './top/TopBar.tsx'

const PhoneShell = late(loadPhoneShell)
const SettingsDrawer = late(() => import('./settings/SettingsDrawer.tsx').then((file) => file.SettingsDrawer))

/** Everything around the pages: top bar, side menu, tab strip; on a narrow window the phone's bars instead (SH-04). */
export function Shell() {
  const isPhone = useIsPhone()
  const { pathname } = useLocation()
  useFollowMenu(pathname)
  useUnloadQuestion()
  useFreshRights()
  useDocumentTitle()
  const { tagsView, fixedHeader } = useSettings()
  const showSettings = useSettingsPanel((panel) => panel.showSettings)
  const over = (
    <>
      <PaletteHost />
      {showSettings && <SettingsDrawer />}
    </>
  )
  if (isPhone)
    return (
      <>
        <PhoneShell>
          <Place />
        </PhoneShell>
        {over}
      </>
    )
  return (
    <>
      <div className={styles.shell} data-loose={!fixedHeader || undefined} data-strip={tagsView || undefined}>
        <TopBar />
        <div className={styles.below}>
          <SideMenu />
          <div className={styles.work}>
            {tagsView && <TabStrip />}
            <main className={styles.page}>
              <Place />
            </main>
          </div>
        </div>
      </div>
      {over}
    </>
  )
}

/** After a refusal the menu and the rights are asked for again, so that buttons follow what is in force (SE-09). */
function useFreshRights(): void {
  const refused = useSessionEnded((state) => state.refused)
  useEffect(() => {
    if (refused > 0)
      fetchUserInfo()
        .then(openSession)
        .catch(() => undefined)
  }, [refused])
}

/** RT-21: route title and product title, in the language now. */
function useDocumentTitle(): void {
  const { i18n } = useTranslation()
  const title = useTabTitle()
  const { language } = i18n
  // biome-ignore lint/correctness/useExhaustiveDependencies: the product's title changes with the language
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title, language])
}
