import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** The words of what is done with goods in their places. */
export const stockKeepingWords = {
  countState: {
    new: say('新建', 'New', 'Nuevo', '新規'),
    counting: say('盘点中', 'Counting', 'En conteo', '棚卸中'),
    recount: say('复盘中', 'Counting again', 'En reconteo', '再棚卸中'),
    review: say('待审', 'In review', 'En revisión', '審査待ち'),
    done: say('已完成', 'Done', 'Terminado', '完了'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  countMethod: {
    full: say('全盘', 'Full', 'Completo', '全数'),
    cycle: say('循环', 'Cycle', 'Cíclico', '循環'),
    moved: say('动碰', 'What moved', 'Lo movido', '動きあり'),
  },
  stockOrderType: {
    move: say('移库', 'Move', 'Traslado', '移動'),
    replenish: say('补货', 'Replenish', 'Reposición', '補充'),
    freeze: say('冻结', 'Freeze', 'Bloqueo', '凍結'),
    unfreeze: say('解冻', 'Unfreeze', 'Desbloqueo', '凍結解除'),
    quality: say('改质量', 'Change quality', 'Cambio de calidad', '品質変更'),
  },
  stockOrderState: {
    waiting: say('待移', 'To do', 'Pendiente', '未実施'),
    done: say('已移', 'Done', 'Hecho', '実施済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
    reversed: say('已冲销', 'Reversed', 'Revertido', '実績取消'),
  },
  kitOrderKind: {
    assemble: say('组合', 'Assembly', 'Montaje', '組立'),
    disassemble: say('拆解', 'Disassembly', 'Desmontaje', '分解'),
  },
  kitOrderState: {
    new: say('新建', 'New', 'Nuevo', '新規'),
    done: say('已完成', 'Done', 'Terminado', '完了'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
    reversed: say('已冲销', 'Reversed', 'Revertido', '実績取消'),
  },
  stockReason: {
    tidy: say('理货', 'Tidying up', 'Ordenar', '整理'),
    replenish: say('补货', 'Replenishment', 'Reposición', '補充'),
    damaged: say('破损', 'Damaged', 'Dañado', '破損'),
    inspection: say('待检', 'Inspection', 'Inspección', '検査'),
    inspected: say('检毕', 'Inspected', 'Inspeccionado', '検査済'),
    expiring: say('临期', 'Near expiry', 'Próximo a caducar', '期限間近'),
    expired: say('到期', 'Expired', 'Caducado', '期限切れ'),
    dispute: say('客户扣货', 'Held by the owner', 'Retenido por el propietario', '荷主の保留'),
    defect: say('质量问题', 'Quality problem', 'Problema de calidad', '品質不良'),
    recall: say('召回', 'Recall', 'Retirada', 'リコール'),
    other: say('其他', 'Other', 'Otros', 'その他'),
  },
}
