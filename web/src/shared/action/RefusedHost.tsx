import type { Outcomes } from '@xunyun/contract/kernel/list'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Action.module.css'
import { hideRefused, useRefused } from './refused.ts'

/** Rows that a batch refused, each with its reason; one stands at the shell. */
export function RefusedHost() {
  const { t } = useTranslation('ui')
  const shown = useRefused((state) => state.shown)
  if (!shown) return null
  const { title, outcomes } = shown
  const only = outcomes.done === 0 && outcomes.refused.length === 1 ? outcomes.refused[0] : undefined
  return (
    <Dialog
      open
      title={outcomes.done === 0 ? t('action.noneDone') : title}
      width={560}
      onCancel={hideRefused}
      footer={
        <Button type="primary" autoFocus onClick={hideRefused}>
          {t('action.gotIt')}
        </Button>
      }
    >
      {only ? <p>{`${only.no} ${only.msg}`}</p> : <Rows outcomes={outcomes} />}
    </Dialog>
  )
}

function Rows({ outcomes }: { outcomes: Outcomes }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <p className={styles.summary}>{t('action.partly', { done: outcomes.done, refused: outcomes.refused.length })}</p>
      <div className={styles.tableFrame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('action.refusedNo')}</th>
              <th>{t('action.refusedWhy')}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.refused.map(({ id, no, msg }) => (
              <tr key={id}>
                <td>{no}</td>
                <td>{msg}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
