import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { ImportPanel } from '../../shared/import/ImportPanel.tsx'
import { useSession } from '../../shared/session/session.ts'

const mostRows = 10_000
const refresh = ['/api/Waybills/', '/api/Dispatch/']

/** Waybills from an office's file: as drafts, or placed at once. */
export function WaybillImport() {
  const { t } = useTranslation(['waybills', 'ui'])
  // Without a choice it is the outlet of whoever imports.
  const own = useSession(({ userInfo }) => userInfo?.outletName)
  const [place, setPlace] = useState(false)
  const [outletId, setOutletId] = useState<number | undefined>()
  return (
    <ImportPanel
      page="taskList"
      title={t('import.title')}
      maxRows={mostRows}
      refresh={refresh}
      options={{ outletId, place }}
      choices={
        <>
          <Lookup
            call={getOutletChoices}
            input={{ mine: true }}
            allowClear
            value={outletId}
            onChange={(next: number | undefined) => setOutletId(next)}
            prefix={t('import.outlet')}
            placeholder={own ?? t('ui:form.choose')}
            aria-label={t('import.outlet')}
            style={{ width: 200 }}
          />
          <Checkbox checked={place} onChange={(event) => setPlace(event.target.checked)}>
            {t('import.place')}
          </Checkbox>
        </>
      }
      seeLink={(importId) => <Link to={`${pathTo('allWayBill')}?importId=${importId}`}>{t('import.see')}</Link>}
    />
  )
}
