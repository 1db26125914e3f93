import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  type CartonDetail,
  getPackingDesk,
  type LooseRow,
  openCarton,
  type PackingDesk as PackingDeskOf,
  packGoods,
} from '@xunyun/contract/warehouse/shipping/cartons'
import { Alert, Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { q } from '../../../shared/api/query.ts'
import lines from '../../../shared/detail/Lines.module.css'
import { LinesTable, Two } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState } from '../../../shared/detail/RecordSheet.tsx'
import { numbersIn } from '../../../shared/goods/goodsLines.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { usePrint } from '../../printing/index.ts'
import { Carton } from './Carton.tsx'
import { noticeTones } from './noticeColumns.tsx'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'

/** The bench of one notice: on the left what is picked and loose, on the right its cartons. */
export function PackingDesk({ no, onClose }: { no: string; onClose: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const desk = useQuery({ ...q(getPackingDesk, { no }), staleTime: 0 })
  return (
    <RecordSheet
      of={desk}
      width={1280}
      onClose={onClose}
      title={`${t('act.pack')} ${desk.data?.notice.noticeNo ?? no}`}
      state={({ notice }) => <RecordState words="outboundState" of={notice.state} tones={noticeTones} struck={false} />}
    >
      {(desk) => <Bench desk={desk} />}
    </RecordSheet>
  )
}

function Bench({ desk }: { desk: PackingDeskOf }) {
  const { t } = useTranslation('warehouse/shipping')
  const mayEdit = useRight('encasement').edit && desk.blockedBy === null
  const open = desk.cartons.filter(({ state }) => state === 'open')
  const [chosen, setChosen] = useState<number | null>(null)
  const packed = desk.cartons.some(({ state, contents }) => state !== 'unpacked' && contents.length > 0)
  const current = open.find(({ id }) => id === chosen) ?? open.at(-1)
  const print = usePrint()
  const key = useRef(newKey())
  const opening = useAction(openCarton, { refresh: outboundPaths })
  const add = async () => {
    const { id } = await opening.run(
      { noticeId: desk.notice.id, boxType: undefined, cartonNo: undefined },
      { key: key.current },
    )
    key.current = newKey()
    setChosen(id)
  }
  return (
    <>
      {desk.blockedBy !== null && <Alert type="warning" showIcon title={t(`packing.blocked.${desk.blockedBy}`)} />}
      <div className={styles.bench}>
        <Loose desk={desk} carton={mayEdit ? current : undefined} mayEdit={mayEdit} />
        <div>
          <p className={styles.row}>
            {mayEdit && (
              <Button loading={opening.pending} onClick={() => void add().catch(() => undefined)}>
                {t('act.openCarton')}
              </Button>
            )}
            {packed &&
              print.action('packList', [{ id: desk.notice.id, no: desk.notice.noticeNo, pieces: 1 }]).map((act) => (
                <Button key={act.key} onClick={act.onClick}>
                  {act.label}
                </Button>
              ))}
          </p>
          {desk.cartons.length === 0 && <p className={lines.nothing}>{t('carton.none')}</p>}
          {desk.cartons.map((carton) => (
            <Carton
              key={carton.id}
              carton={carton}
              current={mayEdit && carton.id === current?.id}
              onChoose={() => setChosen(carton.id)}
              mayEdit={mayEdit}
              print={print}
            />
          ))}
        </div>
      </div>
      {print.dialog}
    </>
  )
}

const rowKey = (row: LooseRow) => `${row.lineId}-${row.batchNo}`

type LooseProps = { desk: PackingDeskOf; carton: CartonDetail | undefined; mayEdit: boolean }

/** What is loose: a quantity beside each goes into the carton in hand, all of it if nothing is typed. */
function Loose({ desk, carton, mayEdit }: LooseProps) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const key = useRef(newKey())
  const pack = useAction(packGoods, { refresh: outboundPaths })
  const put = async (rows: readonly LooseRow[]) => {
    if (carton === undefined) return void toast.warning(t('packing.cartonFirst'))
    await pack.run(
      {
        cartonId: carton.id,
        lines: rows.map((row) => {
          const text = typed[rowKey(row)]?.trim() ?? ''
          const serials = row.serialControlled ? (text === '' ? row.serials : numbersIn(text)) : []
          return {
            lineId: row.lineId,
            batchNo: row.batchNo,
            qty: row.serialControlled ? String(serials.length) : text === '' ? row.left : text,
            serials: [...serials],
          }
        }),
      },
      { key: key.current },
    )
    key.current = newKey()
    setTyped({})
  }
  const left = desk.loose.filter((row) => compareDecimal(row.left, '0') > 0)
  const mayPut = (row: LooseRow) => mayEdit && left.includes(row)
  return (
    <div>
      {mayEdit && left.length > 0 && (
        <p className={styles.row}>
          <Button
            type="primary"
            disabled={carton === undefined}
            loading={pack.pending}
            onClick={() => void put(left).catch(() => undefined)}
          >
            {t('act.packAll')}
          </Button>
          {carton !== undefined && <span className={lines.quiet}>{t('packing.into', { no: carton.cartonNo })}</span>}
        </p>
      )}
      <LinesTable
        label={t('packing.loose')}
        rows={desk.loose}
        keyOf={rowKey}
        columns={[
          [t('field.itemNo'), (row) => <Two first={row.itemNo} below={row.itemName} />],
          [t('field.batchNo'), (row) => row.batchNo],
          [t('field.staged'), (row) => row.stagedAt.join('，')],
          [t('field.picked'), (row) => figure(row.picked), 'right'],
          [t('field.packed'), (row) => figure(row.packed), 'right'],
          [t('field.left'), (row) => `${figure(row.left)} ${wordFor('unit', row.baseUnit, language)}`, 'right'],
          [
            mayEdit && t('packing.qty'),
            (row) => (
              <>
                {mayPut(row) && (
                  <Input
                    className={row.serialControlled ? undefined : styles.qty}
                    aria-label={`${t('packing.qty')} ${row.itemNo}`}
                    placeholder={row.serialControlled ? row.serials.join(' ') : row.left}
                    value={typed[rowKey(row)] ?? ''}
                    onChange={(event) => setTyped({ ...typed, [rowKey(row)]: event.target.value })}
                    onPressEnter={({ currentTarget }) => currentTarget.closest('tr')?.querySelector('button')?.focus()}
                  />
                )}
              </>
            ),
          ],
          [
            null,
            (row) => (
              <>
                {mayPut(row) && (
                  <Button
                    size="small"
                    type="link"
                    disabled={carton === undefined}
                    onClick={() => void put([row]).catch(() => undefined)}
                  >
                    {t('act.putIn')}
                  </Button>
                )}
              </>
            ),
          ],
        ]}
      />
    </div>
  )
}
