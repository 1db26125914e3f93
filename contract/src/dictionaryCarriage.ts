import type { Titles } from './languages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Codes of what carries pieces: trips, dedicated lines, couriers (domain §3); a part of dictionary.ts. */
export const carriageWords = {
  arrangementType: {
    pickup: say('提货', 'Pickup', 'Recogida', '集荷'),
    trunk: say('干线', 'Trunk', 'Troncal', '幹線'),
    shuttle: say('短驳', 'Shuttle', 'Traslado', '横持ち'),
    delivery: say('送货', 'Delivery', 'Entrega', '配達'),
    round: say('提送', 'Pickup and delivery', 'Recogida y entrega', '集配'),
  },
  arrangementState: {
    new: say('新建', 'New', 'Nuevo', '新規'),
    assigned: say('已派', 'Assigned', 'Asignado', '手配済'),
    departed: say('已发车', 'Departed', 'En ruta', '出発済'),
    arrived: say('已到达', 'Arrived', 'Llegado', '到着'),
    done: say('已完成', 'Done', 'Terminado', '完了'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  arrangementKind: {
    vehicle: say('派车', 'Vehicle', 'Vehículo', '配車'),
    line: say('专线', 'Dedicated line', 'Línea dedicada', '路線便'),
    courier: say('快递', 'Courier', 'Mensajería', '宅配便'),
  },
  specialState: {
    new: say('新建', 'New', 'Nuevo', '新規'),
    handedOver: say('已交接', 'Handed over', 'Entregado a la línea', '引渡済'),
    arrived: say('已到达', 'Arrived', 'Llegado', '到着'),
    signed: say('已签收', 'Signed', 'Firmado', '受領済'),
    settled: say('已结', 'Settled', 'Liquidado', '精算済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  specialEnds: {
    outlet: say('至我方网点', 'To an outlet of ours', 'A una sede propia', '自社拠点まで'),
    door: say('承运商送货', 'Carrier delivers', 'El transportista entrega', '運送会社が配達'),
    station: say(
      '承运商站点自提',
      'Fetched at the carrier’s station',
      'Retiro en la estación del transportista',
      '運送会社の営業所で引取',
    ),
  },
  courierState: {
    new: say('新建', 'New', 'Nuevo', '新規'),
    collected: say('已揽收', 'Collected', 'Recogido', '集荷済'),
    inTransit: say('运输中', 'In transit', 'En tránsito', '輸送中'),
    outForDelivery: say('派送中', 'Out for delivery', 'En reparto', '配達中'),
    signed: say('已签收', 'Signed', 'Firmado', '受領済'),
    refused: say('拒收', 'Refused', 'Rechazado', '受取拒否'),
    returned: say('已退回', 'Given back', 'Devuelto', '返送済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
} as const
