import { languages } from '@xunyun/contract/pages'
import { carriedOver, type Layout } from '@xunyun/contract/printing/layout'
import { type PaperName, type PrintType, paperNameOf, papers } from '@xunyun/contract/printing/papers'
import { presetLayout, presetPapers } from '@xunyun/contract/printing/presets'
import { Select } from 'antd'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MmInput } from './MmInput.tsx'
import styles from './Printing.module.css'
import { paperWord } from './templateColumns.tsx'

type Props = { readonly type: PrintType; readonly layout: Layout; readonly onChange: (layout: Layout) => void }

/** Paper, margins, the printer's offset, size of type and the language of the words on it. */
export function PaperForm({ type, layout, onChange }: Props) {
  const { t } = useTranslation(['printing', 'common'])
  const { paper, margin, offset } = layout
  const known = presetPapers[type]
  const name = paperNameOf(paper)
  // Another sheet is laid out as its own preset is, with the fields and words that were chosen.
  const take = (next: PaperName) => onChange(carriedOver(layout, presetLayout(type, next)))
  const margins = (['top', 'right', 'bottom', 'left'] as const).map((side) => (
    <Measure
      key={side}
      label={t(`editor.${side}`)}
      min={0}
      max={60}
      value={margin[side]}
      onChange={(mm = 0) => onChange({ ...layout, margin: { ...margin, [side]: mm } })}
    />
  ))
  return (
    <section>
      <h3>{t('editor.paper')}</h3>
      <div className={styles.field}>
        <label htmlFor="template-paper">{t('editor.paperName')}</label>
        <Select<PaperName | 'own'>
          id="template-paper"
          value={name && known.includes(name) ? name : 'own'}
          onChange={(next) => next !== 'own' && take(next)}
          options={[
            ...known.map((one) => ({ value: one, label: paperWord(papers[one]) })),
            { value: 'own' as const, label: t('editor.paperOwn'), disabled: true },
          ]}
        />
      </div>
      <div className={styles.four}>
        <Measure
          label={t('editor.width')}
          min={30}
          max={420}
          value={paper.width}
          onChange={(width = paper.width) => onChange({ ...layout, paper: { ...paper, width } })}
        />
        <Measure
          label={t('editor.height')}
          min={20}
          max={600}
          value={paper.height}
          onChange={(height = paper.height) => onChange({ ...layout, paper: { ...paper, height } })}
        />
        <Measure
          label={t('editor.offsetX')}
          min={-30}
          max={30}
          value={offset.x}
          onChange={(x = 0) => onChange({ ...layout, offset: { ...offset, x } })}
        />
        <Measure
          label={t('editor.offsetY')}
          min={-30}
          max={30}
          value={offset.y}
          onChange={(y = 0) => onChange({ ...layout, offset: { ...offset, y } })}
        />
        {margins}
        <Measure
          label={t('editor.sizePt')}
          min={4}
          max={36}
          value={layout.size}
          onChange={(size = layout.size) => onChange({ ...layout, size })}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor="template-language">{t('template.language')}</label>
        <Select
          id="template-language"
          value={layout.language}
          onChange={(language) => onChange({ ...layout, language })}
          options={languages.map((language) => ({ value: language, label: t(`common:language.${language}`) }))}
        />
      </div>
    </section>
  )
}

/** A measure under its name. */
function Measure(props: ComponentProps<typeof MmInput>) {
  return (
    <div>
      <span className={styles.label} aria-hidden="true">
        {props.label}
      </span>
      <MmInput {...props} />
    </div>
  )
}
