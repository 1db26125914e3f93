import type { Reasons } from './shape.ts'

export const watchErrors = {
  'watch.gone': {
    code: 409,
    zh: '已不在这个清单上，请刷新',
    en: 'It is on this list no more; refresh',
    es: 'Ya no está en esta lista; actualice',
    ja: 'この一覧にはもうありません。更新してください',
  },
  'watch.duePast': {
    code: 422,
    zh: '期限须晚于现在',
    en: 'It must be due later than now',
    es: 'El plazo debe ser posterior a ahora',
    ja: '期限は現在より後にしてください',
  },
  'watch.laterThanBefore': {
    code: 422,
    zh: '须晚于上一级',
    en: 'It must be later than the level before',
    es: 'Debe ser posterior al nivel anterior',
    ja: '前の段階より後にしてください',
  },
  'watch.notLive': {
    code: 409,
    zh: '运单已结束，不用再重点关注',
    en: 'The waybill is over: nothing is left to watch',
    es: 'La guía terminó: no queda nada que vigilar',
    ja: '送り状は完了しているため重点管理は不要です',
  },
  'watch.notMarked': {
    code: 409,
    zh: '不是手工设的重点；规则判定的随条件消失',
    en: 'It was not marked by hand; what a rule says goes with its cause',
    es: 'No fue marcada a mano; lo que indica la regla desaparece con su causa',
    ja: '手動の重点ではありません。ルールによるものは条件がなくなると外れます',
  },
} as const satisfies Reasons
