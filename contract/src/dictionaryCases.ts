import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Words of what is followed to its end: signed receipts, cases of goods, complaints; a part of dictionary.ts. */
export const casesWords = {
  signedReceiptState: {
    toSign: say('待签', 'To be signed', 'Por firmar', '署名待ち'),
    recovered: say('已回收', 'Recovered', 'Recuperado', '回収済み'),
    sent: say('已寄出', 'Sent', 'Enviado', '発送済み'),
    received: say('已接收', 'Received', 'Recibido', '受取済み'),
    returned: say('已返客户', 'With the customer', 'Con el cliente', '顧客返却済み'),
    done: say('完成', 'Done', 'Completado', '完了'),
    abnormal: say('异常', 'Problem', 'Con incidencia', '異常'),
    lost: say('丢失', 'Lost', 'Perdido', '紛失'),
  },
  abnormalType: {
    damaged: say('破损', 'Damaged', 'Dañado', '破損'),
    short: say('少货', 'Short', 'Faltante', '不足'),
    extra: say('多货', 'Extra', 'Sobrante', '過剰'),
    lost: say('丢失', 'Lost', 'Perdido', '紛失'),
    late: say('延误', 'Late', 'Retraso', '遅延'),
    misrouted: say('错发', 'Misrouted', 'Mal enviado', '誤送'),
    soiled: say('污湿', 'Soiled', 'Manchado', '汚損・濡損'),
    refused: say('拒收', 'Refused', 'Rechazado', '受取拒否'),
    unreachable: say('无法联系', 'Unreachable', 'Inlocalizable', '連絡不能'),
    wrongAddress: say('地址错误', 'Wrong address', 'Dirección errónea', '住所誤り'),
    papers: say('证件不全', 'Papers missing', 'Faltan documentos', '書類不備'),
  },
  abnormalState: {
    open: say('待处理', 'Open', 'Abierto', '未対応'),
    handling: say('处理中', 'In hand', 'En curso', '対応中'),
    closed: say('已结', 'Closed', 'Cerrado', '完了'),
  },
  abnormalDealing: {
    claim: say('理赔', 'Claim', 'Indemnización', '賠償'),
    penalty: say('罚款', 'Penalty', 'Penalización', '違約金'),
    return: say('返货', 'Returned', 'Devolución', '返送'),
    forward: say('转寄', 'Forwarded', 'Reenvío', '転送'),
    readdress: say('改址', 'Readdressed', 'Cambio de dirección', '住所変更'),
    abandon: say('弃货', 'Abandoned', 'Abandono', '放棄'),
    found: say('找回', 'Found', 'Encontrado', '発見'),
    none: say('无需处理', 'Nothing to do', 'Nada que hacer', '対応不要'),
  },
  responsible: {
    outlet: say('网点', 'Outlet', 'Sede', '拠点'),
    vehicle: say('车辆', 'Vehicle', 'Vehículo', '車両'),
    carrier: say('承运商', 'Carrier', 'Transportista', '運送会社'),
    handling: say('装卸', 'Handling', 'Carga y descarga', '荷役'),
    customer: say('客户', 'Customer', 'Cliente', '顧客'),
  },
  complaintState: {
    open: say('待受理', 'To be taken up', 'Por atender', '受付待ち'),
    handling: say('处理中', 'In hand', 'En curso', '対応中'),
    followUp: say('待回访', 'To be followed up', 'Por dar seguimiento', '事後確認待ち'),
    done: say('办结', 'Closed', 'Cerrada', '完了'),
    reopened: say('重开', 'Reopened', 'Reabierta', '再開'),
  },
  complaintChannel: {
    phone: say('电话', 'Telephone', 'Teléfono', '電話'),
    wechat: say('微信', 'WeChat', 'WeChat', 'WeChat'),
    mail: say('邮件', 'Mail', 'Correo', 'メール'),
    inPerson: say('现场', 'In person', 'En persona', '来店'),
    platform: say('平台', 'Platform', 'Plataforma', 'プラットフォーム'),
  },
  complaintCategory: {
    late: say('时效', 'Time', 'Plazo', '遅延'),
    damage: say('破损丢失', 'Damage or loss', 'Daño o pérdida', '破損・紛失'),
    service: say('服务态度', 'Service', 'Servicio', '接客'),
    fee: say('费用', 'Charges', 'Cargos', '料金'),
    other: say('其他', 'Other', 'Otros', 'その他'),
  },
} as const satisfies Record<string, Record<string, Titles>>
