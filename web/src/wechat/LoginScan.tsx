import { useTranslation } from 'react-i18next'
import { ScanBox } from './ScanBox.tsx'
import { useScan } from './useScan.ts'
import styles from './wechat.module.css'

/** The tab of the login page: the scan begins by itself. */
export default function LoginScan() {
  const { t } = useTranslation('login')
  const scan = useScan('login')
  return (
    <ScanBox purpose="login" scan={scan}>
      <small className={styles.first}>{t('wechat.first')}</small>
    </ScanBox>
  )
}
