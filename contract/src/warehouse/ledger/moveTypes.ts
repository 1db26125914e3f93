/** What a line of the stock ledger may be (domain §6). */
export const moveTypes = [
  /** 收货 into the warehouse, on hand but not yet available. */
  'RCV',
  /** 上架 from the receiving location to its place. */
  'PA',
  /** 移库. */
  'MV',
  /** 分配 and 取消分配: promised to an outbound notice. */
  'ALC',
  'UNALC',
  /** 拣货 to where it is packed. */
  'PK',
  /** 发货 out of the warehouse. */
  'SHP',
  /** 盘点调整. */
  'ADJ',
  /** 装箱 and 拆箱. */
  'PACK',
  'UNPACK',
  /** 组合 and 拆解 of sets. */
  'ASM',
  'DIS',
  /** 冻结 and 解冻. */
  'FRZ',
  'UNFRZ',
  /** 改质量. */
  'QLT',
] as const
export type MoveType = (typeof moveTypes)[number]

export const qualities = ['good', 'bad', 'pending'] as const
export type Quality = (typeof qualities)[number]
