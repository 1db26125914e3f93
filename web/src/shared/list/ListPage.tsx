import type { Call } from '@xunyun/contract/kernel/call'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { WaitingDrafts } from '../form/WaitingDrafts.tsx'
import { DataGrid } from '../grid/DataGrid.tsx'
import { arrange, exportKeys } from '../grid/layout.ts'
import type { Column, RowAction } from '../grid/types.ts'
import { Empty } from '../ui/Notice.tsx'
import { useIsPhone } from '../ui/useDevice.ts'
import type { Row } from './address.ts'
import { FilterBar } from './FilterBar.tsx'
import { Foot } from './Foot.tsx'
import styles from './List.module.css'
import { hasColumns } from './preferences.ts'
import { SelectAll } from './SelectAll.tsx'
import { type BatchAction, PhoneBatch, Selected, Toolbar } from './Toolbar.tsx'
import type { List } from './useList.ts'
import { SaveView, Views } from './Views.tsx'

type Props<C extends Call, T extends Call> = {
  readonly list: List<C, T>
  /** What the rows are: 运单. */
  readonly label: string
  readonly columns: readonly Column<Row<C>>[]
  /** `<StateTabs …>`. */
  readonly tabs?: ReactNode
  readonly filters?: ReactNode
  readonly more?: ReactNode
  /** The one solid button, and what stands beside it. */
  readonly primary?: ReactNode
  /** On a phone, at the thumb while nothing is selected. Default: `primary`. */
  readonly batch?: (rows: readonly Row<C>[]) => readonly BatchAction[]
  readonly actions?: (row: Row<C>) => readonly RowAction[]
  readonly cardAction?: (row: Row<C>) => ReactNode
  readonly onOpen?: (row: Row<C>) => void
  readonly isVoid?: (row: Row<C>) => boolean
  /** When there is nothing yet at all: the next step. */
  readonly empty?: ReactNode
  readonly totalsLabel?: ReactNode
  /** Between the toolbar and the rows: a `<ChartBand …>`. */
  readonly chart?: ReactNode
  /** On a phone, right of the chips. */
  readonly aside?: ReactNode
}

/** A list from top to bottom: state tabs, filters, toolbar, rows, foot. */
export function ListPage<C extends Call, T extends Call>(props: Props<C, T>) {
  const { list, columns, batch, primary } = props
  const { t } = useTranslation(['ui', 'common'])
  const isPhone = useIsPhone()
  const batchActions = list.selection.size > 0 ? (batch?.(list.selectedRows) ?? []) : []
  const hasTotals = useMemo(() => columns.some(({ total }) => total !== undefined), [columns])
  const exportList = list.export
  const visible = () => exportKeys(arrange(columns, list.preferences))
  // All that is in sight is selected, and there is more.
  const wholePage =
    list.rows.length > 0 &&
    (list.total ?? 0) > list.rows.length &&
    list.rows.every((row) => list.selection.has(list.idOf(row)))
  const empty =
    list.activeCount > 0 ? (
      <Empty title={t('list.noMatch')} text={t('list.noMatchHint')}>
        <Button onClick={list.reset}>{t('list.clearAll')}</Button>
      </Empty>
    ) : (
      (props.empty ?? <Empty title={t('list.nothing')} />)
    )
  const saveView = <SaveView list={list.name} search={list.view} preferences={list.preferences} />
  const foot = (
    <Foot
      total={list.total}
      old={list.totalsOld}
      page={list.page}
      pageSize={list.pageSize}
      hasNext={list.hasNext}
      setPage={list.setPage}
      setPageSize={list.setPageSize}
    />
  )
  return (
    <div className={styles.page} data-list={list.name}>
      {/* A phone's bar says it. */}
      {!isPhone && <h1 className="visually-hidden">{props.label}</h1>}
      <WaitingDrafts />
      <div className={styles.tabLine}>
        {props.tabs}
        {/* With filters it stands beside them. */}
        {!isPhone && list.activeCount === 0 && hasColumns(list.preferences) && saveView}
        <Views
          list={list.name}
          search={list.view}
          preferences={list.preferences}
          setPreferences={list.setPreferences}
          onOpen={list.openView}
        />
      </div>
      <FilterBar
        filters={props.filters}
        more={props.more}
        activeCount={list.activeCount}
        onReset={list.reset}
        onSearch={list.search}
        beside={saveView}
        aside={isPhone && props.aside}
      />
      {!isPhone && (
        <Toolbar
          primary={primary}
          batch={batchActions}
          selectedCount={list.selection.size}
          onClear={list.clear}
          selectAll={wholePage && <SelectAll list={list as never} />}
          fetching={list.fetching}
          onRefresh={() => void list.refresh()}
          onExport={
            exportList &&
            ((selectedOnly) =>
              void exportList(visible(), selectedOnly ? [...list.selection] : undefined).catch(() => undefined))
          }
          columns={columns as readonly Column<never>[]}
          preferences={list.preferences}
          setPreferences={list.setPreferences}
        />
      )}
      {props.chart}
      {list.error && list.rows.length > 0 && (
        <div className={styles.failed} role="alert">
          <span>
            {t('common:loadFailed')} · {list.error.message}
          </span>
          <Button size="small" onClick={list.retry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
      <DataGrid
        label={props.label}
        columns={columns}
        rows={list.rows}
        idOf={list.idOf}
        firstNumber={list.shownPage > 1 ? (list.shownPage - 1) * list.pageSize + 1 : 1}
        shownKey={list.shownKey}
        busy={list.fetching}
        foot={foot}
        total={list.total}
        loading={list.loading}
        error={list.error}
        retry={list.retry}
        empty={empty}
        hasTotals={hasTotals}
        totals={list.totals as Readonly<Record<string, unknown>> | undefined}
        totalsOld={list.totalsOld}
        totalsLabel={props.totalsLabel ?? t('list.totals')}
        sort={list.sort}
        onSort={list.setSort as never}
        selection={list.selection}
        selectedRows={list.selectedRows}
        select={batch && list.select}
        toggle={batch && list.toggle}
        clear={list.clear}
        onOpen={props.onOpen}
        actions={props.actions}
        cardAction={props.cardAction}
        isVoid={props.isVoid}
        preferences={list.preferences}
        setPreferences={list.setPreferences}
      />
      {!isPhone && foot}
      {isPhone && (batchActions.length > 0 || primary) && (
        <div className={styles.thumb}>
          {list.selection.size > 0 ? (
            <>
              <Selected count={list.selection.size} onClear={list.clear} />
              <span className={styles.thumbActions}>
                <PhoneBatch batch={batchActions} />
              </span>
            </>
          ) : (
            primary
          )}
        </div>
      )}
    </div>
  )
}
