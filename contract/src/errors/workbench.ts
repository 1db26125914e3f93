import type { Reasons } from './shape.ts'

export const workbenchErrors = {
  'workbench.colleaguesOnly': {
    code: 403,
    zh: '只有公司内部人员可以使用',
    en: 'For staff of the company only',
    es: 'Solo para el personal de la empresa',
    ja: '社内の担当者のみ利用できます',
  },
  'workbench.customersShareNothing': {
    code: 403,
    zh: '客户账号不能共享视图',
    en: 'A customer’s account cannot share views',
    es: 'La cuenta de un cliente no puede compartir vistas',
    ja: '顧客アカウントはビューを共有できません',
  },
  'workbench.viewNameTaken': {
    code: 422,
    zh: '已有同名视图',
    en: 'You have a view of this name already',
    es: 'Ya tiene una vista con este nombre',
    ja: '同じ名前のビューがあります',
  },
  'workbench.tooManyViews': {
    code: 409,
    zh: '最多保存 {max} 个视图，先删掉不用的',
    en: 'At most {max} views: delete some first',
    es: 'Como máximo {max} vistas: elimine algunas',
    ja: 'ビューは {max} 個までです。不要なものを削除してください',
  },
  'workbench.noSuchExport': {
    code: 422,
    zh: '这个列表不能导出',
    en: 'This list cannot be exported',
    es: 'Esta lista no se puede exportar',
    ja: 'このリストはエクスポートできません',
  },
  'workbench.tooManyRows': {
    code: 422,
    zh: '一个 Excel 表最多 {max} 行，请缩小筛选范围',
    en: 'An Excel sheet holds at most {max} rows: narrow the filter',
    es: 'Una hoja de Excel admite {max} filas como máximo: reduzca el filtro',
    ja: 'Excel シートは最大 {max} 行です。条件を絞り込んでください',
  },
  'workbench.jobNotLive': {
    code: 409,
    zh: '任务已经结束',
    en: 'The job has ended already',
    es: 'La tarea ya ha terminado',
    ja: 'ジョブは既に終了しています',
  },
  'workbench.jobNotStopped': {
    code: 409,
    zh: '只有已停止或失败的任务可以继续',
    en: 'Only a stopped or failed job can be resumed',
    es: 'Solo se puede reanudar una tarea detenida o fallida',
    ja: '停止または失敗したジョブだけ再開できます',
  },
  'workbench.tooManyJobs': {
    code: 409,
    zh: '进行中的任务最多 {max} 个，等一个结束',
    en: 'At most {max} jobs at a time: wait for one to end',
    es: 'Como máximo {max} tareas a la vez: espere a que termine una',
    ja: '同時に実行できるジョブは {max} 件までです。終了をお待ちください',
  },
  'workbench.jobUserGone': {
    code: 403,
    zh: '发起人已停用或没有这项权限了',
    en: 'Who started it is disabled or lacks the right by now',
    es: 'Quien la inició está desactivado o ya no tiene el permiso',
    ja: '開始した人が停止中か、権限がなくなりました',
  },
} as const satisfies Reasons
