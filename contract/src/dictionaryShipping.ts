import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Codes of what leaves the warehouse (domain §6); a part of dictionary.ts. */
export const outboundDictionary = {
  outboundType: {
    sale: say('销售', 'Sale', 'Venta', '販売'),
    transfer: say('调拨', 'Transfer', 'Traspaso', '移管'),
    return: say('退供', 'Return to supplier', 'Devolución a proveedor', '仕入先返品'),
    scrap: say('报损', 'Written off', 'Baja', '廃棄'),
    other: say('其他', 'Other', 'Otros', 'その他'),
  },
  outboundState: {
    new: say('新建', 'New', 'Nuevo', '新規'),
    partial: say('部分分配', 'Part allocated', 'Asignado en parte', '一部引当'),
    allocated: say('已分配', 'Allocated', 'Asignado', '引当済'),
    picking: say('拣货中', 'Picking', 'En picking', 'ピッキング中'),
    picked: say('已拣', 'Picked', 'Recogido', 'ピッキング済'),
    packed: say('已装箱', 'Packed', 'Embalado', '梱包済'),
    shipped: say('已发货', 'Shipped', 'Enviado', '出荷済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  allocationState: {
    allocated: say('已分配', 'Allocated', 'Asignado', '引当済'),
    picked: say('已拣', 'Picked', 'Recogido', 'ピッキング済'),
    packed: say('已装箱', 'Packed', 'Embalado', '梱包済'),
    shipped: say('已发货', 'Shipped', 'Enviado', '出荷済'),
    released: say('已释放', 'Released', 'Liberado', '解除'),
  },
  pickTaskState: {
    waiting: say('待拣', 'To pick', 'Por recoger', 'ピッキング待ち'),
    picking: say('拣货中', 'Picking', 'En picking', 'ピッキング中'),
    picked: say('已拣', 'Picked', 'Recogido', 'ピッキング済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  waveMode: {
    single: say('按单拣（摘果）', 'A task per notice', 'Una tarea por aviso', '個別ピッキング'),
    merged: say('汇总拣（播种）', 'One task over all', 'Una tarea para todos', 'まとめピッキング'),
  },
  handEntry: {
    marked: say('允许，做标记', 'Allowed, marked', 'Permitido, con marca', '可（記録あり）'),
    reason: say('要填原因', 'With a reason', 'Con motivo', '理由が必要'),
    forbidden: say('不允许', 'Not allowed', 'No permitido', '不可'),
  },
  shortReason: {
    missing: say('无货', 'Not there', 'No está', '現物なし'),
    damaged: say('破损', 'Damaged', 'Dañado', '破損'),
    barcode: say('条码不符', 'Wrong barcode', 'Código incorrecto', 'バーコード不一致'),
  },
  cartonState: {
    open: say('装箱中', 'Packing', 'Embalando', '梱包中'),
    sealed: say('已封箱', 'Sealed', 'Cerrado', '封緘済'),
    shipped: say('已发货', 'Shipped', 'Enviado', '出荷済'),
    unpacked: say('已拆箱', 'Unpacked', 'Desembalado', '開梱済'),
  },
  unpackKind: {
    whole: say('整箱', 'Whole', 'Entero', '全部'),
    part: say('部分', 'Part', 'Parcial', '一部'),
    pack: say('拆包装', 'Packs broken', 'Embalajes abiertos', '荷姿分割'),
  },
  unpackReason: {
    change: say('改单', 'Order changed', 'Pedido modificado', '注文変更'),
    wrong: say('错装', 'Wrongly packed', 'Mal embalado', '詰め間違い'),
    damaged: say('破损', 'Damaged', 'Dañado', '破損'),
    carton: say('换箱', 'Another carton', 'Cambio de caja', '箱替え'),
    loose: say('零拣', 'Loose picking', 'Picking suelto', 'バラ出し'),
    other: say('其他', 'Other', 'Otros', 'その他'),
  },
} as const satisfies Record<string, Record<string, Titles>>
