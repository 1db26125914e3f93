import type { Titles } from '../pages.ts'

/** Clauses of a transport agreement, as the product words them; a template may have its own instead. */

export const clauseFields = [
  'clauseLoading',
  'clauseTime',
  'clauseDamage',
  'clausePayment',
  'clauseInsurance',
  'clauseDisputes',
] as const
export type ClauseField = (typeof clauseFields)[number]

export const clauses: Readonly<Record<ClauseField, Titles>> = {
  clauseLoading: {
    zh: '一、装卸：甲方按约定的时间、地点备好货物。乙方装车时清点件数、查看外包装，签字后即对货物负责，并按要求绑扎、苫盖。乙方按上列停靠顺序交货，与收货方当面点清。未经甲方书面同意，乙方不得转包、中途换车、夹带他人货物，不得超载。',
    en: '1. Loading and unloading: Party A has the goods ready at the agreed time and place. Party B counts the pieces and inspects the packaging while loading, is answerable for the goods once signed for, and lashes and covers them as required. Party B delivers in the order of the stops above and counts the goods together with the receiver. Without Party A’s written consent Party B neither subcontracts nor changes the vehicle on the way, carries nobody else’s goods, and does not overload.',
    es: '1. Carga y descarga: la Parte A tiene la mercancía lista en la fecha y el lugar acordados. La Parte B cuenta los bultos y revisa el embalaje al cargar, responde de la mercancía desde que firma y la amarra y cubre como se requiera. Entrega según el orden de paradas indicado y la cuenta junto con el receptor. Sin consentimiento escrito de la Parte A no subcontrata ni cambia de vehículo en ruta, no lleva carga de terceros ni sobrecarga.',
    ja: '第1条（積卸し）甲は約定の日時・場所に貨物を用意する。乙は積込時に個数と外装を確認し、署名後は貨物について責任を負い、指示に従い固縛・シート掛けを行う。乙は上記の経由順に納品し、荷受人と立会いで個数を確認する。甲の書面による同意なく、再委託、途中での積替え、他人の貨物の混載、過積載をしてはならない。',
  },
  clauseTime: {
    zh: '二、时间：乙方按上列计划时间到达各站。因道路、天气、事故等可能延误的，应立即通知甲方并提供证明；无正当理由延误的，赔偿甲方由此受到的损失。等待装卸超出约定时间的费用由双方另行协商。',
    en: '2. Time: Party B reaches each stop at the planned time above. It reports at once whatever may cause a delay (road, weather, accident) and furnishes proof; for a delay without good reason it compensates Party A’s loss. Costs of waiting beyond the agreed time are settled separately between the parties.',
    es: '2. Plazos: la Parte B llega a cada parada en la hora prevista indicada. Avisa de inmediato de cualquier posible retraso (vía, clima, accidente) y lo acredita; si se retrasa sin causa justificada, indemniza la pérdida de la Parte A. El costo de esperas mayores a lo acordado se pacta aparte.',
    ja: '第2条（時間）乙は上記の予定時刻に各地点へ到着する。道路・天候・事故等で遅れるおそれがあるときは直ちに甲へ連絡し、証明を提出する。正当な理由のない遅延については、甲の被った損害を賠償する。約定時間を超える積卸し待機の費用は別途協議する。',
  },
  clauseDamage: {
    zh: '三、货损货差：自装车签字至收货人签收，货物毁损、灭失、短少、受潮、污染的，乙方按实际损失赔偿；能够证明由不可抗力、货物本身性质或合理损耗，或者甲方、收货人过错造成的除外。发生事故时，乙方应立即报案、保护货物并通知甲方。',
    en: '3. Damage and loss: from the signature at loading until the consignee has signed, Party B compensates the actual loss where goods are damaged, lost, short, wet or soiled, unless it proves force majeure, the nature or natural wastage of the goods, or a fault of Party A or the consignee. After an accident Party B reports it to the authorities at once, protects the goods and informs Party A.',
    es: '3. Daños y pérdidas: desde la firma de carga hasta la del destinatario, la Parte B indemniza el daño real por mercancía dañada, perdida, faltante, mojada o sucia, salvo que pruebe fuerza mayor, la naturaleza o merma natural de la mercancía, o culpa de la Parte A o del destinatario. En caso de accidente lo denuncia de inmediato, protege la mercancía y avisa a la Parte A.',
    ja: '第3条（損害）積込みの署名から荷受人の受領署名までの間に、貨物の毀損・滅失・不足・濡れ・汚損が生じたとき、乙は実損害を賠償する。ただし、不可抗力、貨物の性質もしくは自然減耗、または甲もしくは荷受人の過失によることを証明した場合を除く。事故の際、乙は直ちに届け出て、貨物を保全し、甲へ連絡する。',
  },
  clausePayment: {
    zh: '四、付款：预付在装车完毕、发车前支付；油卡在发车前交付或充值，按面额抵运费；到付在货物全部运到并交付后支付；回单付在甲方收到签收完整的回单原件、核对无误后支付；尾款在没有货损货差和争议时结清。信息费、罚款从应付款中扣除。乙方应依法提供票据。',
    en: '4. Payment: the prepaid part is due after loading, before departure; the fuel card is handed over or charged before departure and counts at face value; the part on arrival after all goods have arrived and been delivered; the part on receipt once Party A has received and checked the signed original receipts; the balance when there is neither damage nor dispute. Information fee and penalty are deducted. Party B furnishes lawful invoices.',
    es: '4. Pago: el anticipo, tras cargar y antes de salir; la tarjeta de combustible se entrega o recarga antes de salir y cuenta por su valor nominal; a la llegada, cuando toda la mercancía haya llegado y se haya entregado; contra comprobante, cuando la Parte A reciba y verifique los comprobantes originales firmados; el saldo, si no hay daños ni disputas. El cargo por información y la multa se descuentan. La Parte B emite facturas conforme a la ley.',
    ja: '第4条（支払）前払は積込完了後・出発前に、燃料カードは出発前に交付またはチャージし額面で運賃に充当、到着払は全貨物の到着・引渡し後、受領書払は署名済み受領書の原本を甲が受領し確認した後、残金は損害・紛争のないときに支払う。情報料・違約金は支払額から差し引く。乙は適法な請求書類を提出する。',
  },
  clauseInsurance: {
    zh: '五、保险：乙方保证车辆证照和驾驶员资格有效，并已投保交强险和足额的商业第三者责任险。货物运输保险由甲方按需投保，保险赔付不免除乙方依本协议应负的责任。',
    en: '5. Insurance: Party B warrants valid papers of the vehicle and qualification of the driver, the compulsory motor insurance and sufficient commercial third-party liability insurance. Party A insures the goods as it sees fit; a payment by the insurer does not release Party B from its liability under this agreement.',
    es: '5. Seguro: la Parte B garantiza la vigencia de los documentos del vehículo y de la habilitación del conductor, el seguro obligatorio y un seguro comercial suficiente de responsabilidad civil. La Parte A asegura la mercancía si lo estima; el pago del seguro no exime a la Parte B de su responsabilidad.',
    ja: '第5条（保険）乙は車両の証明書と運転者の資格が有効であり、自動車強制保険および十分な任意の対人対物賠償責任保険に加入済みであることを保証する。貨物運送保険は甲が必要に応じて付保する。保険金の支払は本契約上の乙の責任を免除しない。',
  },
  clauseDisputes: {
    zh: '六、争议：履行中发生争议，双方先协商；协商不成的，由甲方所在地人民法院管辖。本协议一式两份，双方各执一份，签字或盖章后生效；手写改动须双方签字。',
    en: '6. Disputes: the parties first seek an agreement; failing that, the people’s court at Party A’s seat has jurisdiction. This agreement is made in two copies, one for each party, and takes effect when signed or sealed; changes by hand need both signatures.',
    es: '6. Controversias: las partes procuran un acuerdo; de no lograrlo, es competente el tribunal popular del domicilio de la Parte A. Este acuerdo se extiende en dos ejemplares, uno por parte, y surte efecto con la firma o el sello; los cambios a mano requieren ambas firmas.',
    ja: '第6条（紛争）紛争が生じたときはまず協議し、調わないときは甲の所在地の人民法院の管轄とする。本契約書は2通作成し、双方が各1通を保有する。署名または押印により効力を生じる。手書きの変更には双方の署名を要する。',
  },
}
