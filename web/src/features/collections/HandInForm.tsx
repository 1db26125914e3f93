import { useQuery } from '@tanstack/react-query'
import { getToHandIn, handIn } from '@xunyun/contract/collections/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dotted, figure, money } from '../../shared/ui/format.ts'
import { collectionPaths } from './paths.ts'

type Props = {
  readonly ids: readonly number[]
  readonly onDone: ((outcomes: Outcomes) => void) | undefined
  readonly onClose: () => void
}

/** 交账: all that is handed in of each holder, by channel, before it is. */
export function HandInForm({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation('collections')
  const language = useLanguage()
  const found = useQuery({ ...q(getToHandIn, { ids: [...ids] }), staleTime: 0 })
  const send = useBatch(handIn, { title: t('done.handIn'), refresh: collectionPaths, onDone })
  return (
    <FormDrawer<{ readonly remark?: string }>
      name={`handIn-${ids.join('-')}`}
      title={t('act.handIn')}
      submitLabel={t('act.handIn')}
      width={440}
      call={handIn}
      initial={found.data && {}}
      onSubmit={(values) => send.run({ ids: [...ids], ...values })}
      onClose={onClose}
    >
      {found.data?.map((one) => {
        const title = dotted(one.holderName, one.outletName)
        return (
          <FormSection
            key={title}
            title={title}
            hint={dotted(
              one.fromDay === one.toDay ? one.toDay : `${one.fromDay} – ${one.toDay}`,
              `${t('handIn.collections')} ${figure(one.collections)}`,
              compareDecimal(one.straight, '0') > 0 && t('count.straight', { amount: money(one.straight) }),
            )}
            columns={1}
          >
            <LinesTable
              label={title}
              rows={one.lines}
              keyOf={({ channel }) => channel}
              columns={[
                [t('detail.channel'), ({ channel }) => wordFor('payChannel', channel, language)],
                [t('handIn.due'), ({ due }) => money(due), 'right'],
              ]}
              foot={[t('handIn.due'), money(one.due)]}
            />
          </FormSection>
        )
      })}
      <FormSection columns={1}>
        <p>{t('confirm.handIn')}</p>
        <Field name="remark" label={t('handIn.remark')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
