import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DictionaryType } from '@xunyun/contract/dictionary'
import { getDictionaryTypes } from '@xunyun/contract/system/dictionary'
import { Input, Select } from 'antd'
import { Lock, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../../shared/api/api.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { figure } from '../../../shared/ui/format.ts'
import { Empty, LoadError } from '../../../shared/ui/Notice.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import styles from './Dictionary.module.css'
import { Entries } from './Entries.tsx'

/** The company's words for codes, and the codes it adds (RT-12/dictionary). */
export default function DictionaryPage() {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const isPhone = useIsPhone()
  const tab = useTab()
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search).get('type')
  const [words, setWords] = useState('')
  const dirty = useRef(false)
  const { data, error, refetch } = useQuery({
    // Titles come in the language of the asker.
    queryKey: [getDictionaryTypes.path, language],
    queryFn: ({ signal }) => api(getDictionaryTypes, {}, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error && data === undefined) return <LoadError error={error} retry={() => void refetch()} />
  if (data === undefined)
    return (
      <div className={styles.bones} aria-busy="true">
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <Bone key={line} height={24} />
        ))}
      </div>
    )
  const chosen = data.find(({ type }) => type === asked) ?? data[0]
  const choose = async (type: DictionaryType) => {
    if (type === chosen?.type) return
    if (dirty.current) {
      const yes = await confirm({
        title: t('dictionary.leaveTitle'),
        text: t('dictionary.leaveText'),
        yes: t('dictionary.leave'),
        danger: true,
      })
      if (!yes) return
    }
    void navigate(`${tab.path}?type=${type}`, { replace: true })
  }
  const wanted = words.trim().toLowerCase()
  const found = data.filter(({ title, type }) => `${title} ${type}`.toLowerCase().includes(wanted))
  const summary = (type: (typeof data)[number]) => (
    <>
      {!type.open && <Lock size={12} strokeWidth={1.75} aria-label={t('dictionary.locked')} />}
      {type.missing > 0 && (
        <span className={styles.missing} title={t('dictionary.missing', { number: type.missing })}>
          {figure(type.missing)}
        </span>
      )}
      <span className={styles.count}>{figure(type.count)}</span>
    </>
  )
  return (
    <div className={styles.page} data-phone={isPhone || undefined}>
      {!isPhone && <h1 className="visually-hidden">{t('dictionary.label')}</h1>}
      {isPhone ? (
        <Select
          className={styles.typeSelect}
          aria-label={t('dictionary.type')}
          value={chosen?.type}
          showSearch={{ optionFilterProp: 'label' }}
          options={data.map(({ type, title }) => ({ value: type, label: title }))}
          onChange={(type) => void choose(type)}
        />
      ) : (
        <nav className={styles.types} aria-label={t('dictionary.type')}>
          <Input
            type="search"
            value={words}
            allowClear
            placeholder={t('dictionary.findType')}
            aria-label={t('dictionary.findType')}
            prefix={<Search size={14} strokeWidth={1.75} />}
            onChange={(event) => setWords(event.target.value)}
          />
          <ul>
            {found.map((type) => (
              <li key={type.type}>
                <button
                  type="button"
                  aria-current={type === chosen ? 'true' : undefined}
                  onClick={() => void choose(type.type)}
                >
                  <span className={styles.typeTitle}>{type.title}</span>
                  {summary(type)}
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <Empty title={t('dictionary.noType')} />}
        </nav>
      )}
      {chosen && (
        <Entries
          key={chosen.type}
          type={chosen.type}
          title={chosen.title}
          open={chosen.open}
          onDirty={(now) => {
            dirty.current = now
          }}
        />
      )}
    </div>
  )
}
