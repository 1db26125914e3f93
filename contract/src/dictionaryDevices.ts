import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Codes of GPS devices and their bindings (domain §4.2, T32); a part of dictionary.ts. */
export const deviceWords = {
  deviceState: {
    inStock: say('在库', 'In stock', 'En almacén', '在庫'),
    bound: say('已绑定', 'Bound', 'Vinculado', '取付済'),
    underway: say('在途', 'Under way', 'En ruta', '輸送中'),
    toReturn: say('待回收', 'To return', 'Por devolver', '回収待ち'),
    mailing: say('寄回中', 'Being mailed', 'En envío', '返送中'),
    repair: say('损坏/维修', 'In repair', 'En reparación', '破損・修理'),
    lost: say('丢失', 'Lost', 'Perdido', '紛失'),
    scrapped: say('报废', 'Scrapped', 'Dado de baja', '廃棄'),
    // Of a binding that is over.
    returned: say('已归还', 'Returned', 'Devuelto', '返却済'),
  },
  bindingObject: {
    waybill: say('运单', 'Waybill', 'Guía', '送り状'),
    arrangement: say('安排', 'Trip', 'Viaje', '配車'),
    vehicle: say('车辆', 'Vehicle', 'Vehículo', '車両'),
  },
  returnWay: {
    carried: say('自带', 'Brought back', 'En mano', '持参'),
    courier: say('快递', 'By courier', 'Mensajería', '宅配'),
  },
  deviceCondition: {
    intact: say('完好', 'Intact', 'Intacto', '良好'),
    damaged: say('损坏', 'Damaged', 'Dañado', '破損'),
    lost: say('丢失', 'Lost', 'Perdido', '紛失'),
  },
} as const
