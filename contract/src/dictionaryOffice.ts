import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Words of papers and seals: the enumerations of the specification's section 3, to which a company may add its own. */
export const officeWords = {
  importance: {
    '0': say('普通', 'Normal', 'Normal', '普通'),
    '1': say('重要', 'Important', 'Importante', '重要'),
    '2': say('非常重要', 'Very important', 'Muy importante', '最重要'),
  },
  circulation: {
    '0': say('未流转', 'Not yet', 'Sin iniciar', '未回付'),
    '1': say('流转中', 'Circulating', 'En circulación', '回付中'),
    '2': say('已结束', 'Ended', 'Terminado', '終了'),
    '3': say('已归档', 'Archived', 'Archivado', '保管済'),
  },
  urgency: {
    '0': say('普通', 'Normal', 'Normal', '普通'),
    '1': say('紧急', 'Urgent', 'Urgente', '至急'),
    '2': say('特急', 'Extra urgent', 'Muy urgente', '特急'),
    '3': say('特提', 'Special', 'Especial', '特別'),
  },
  secrecy: {
    '0': say('普通', 'Normal', 'Normal', '普通'),
    '1': say('秘密', 'Secret', 'Secreto', '秘密'),
    '2': say('机密', 'Confidential', 'Confidencial', '機密'),
    '3': say('绝密', 'Top secret', 'Máximo secreto', '極秘'),
  },
  company: {
    '1': say('公司 1', 'Company 1', 'Empresa 1', '会社 1'),
    '2': say('公司 2', 'Company 2', 'Empresa 2', '会社 2'),
    '3': say('公司 3', 'Company 3', 'Empresa 3', '会社 3'),
  },
  seal: {
    '1': say('公章', 'Official seal', 'Sello oficial', '社印'),
    '2': say('法人章', 'Legal-person seal', 'Sello del representante', '代表者印'),
  },
  priority: {
    '0': say('普通', 'Normal', 'Normal', '普通'),
    '1': say('重要', 'Important', 'Importante', '重要'),
    '2': say('优先', 'Priority', 'Prioritario', '優先'),
  },
  itemType: {
    '1': say('印章', 'Seal', 'Sello', '印章'),
    '2': say('重要证件', 'Important certificate', 'Certificado importante', '重要証書'),
    '3': say('文件', 'Document', 'Documento', '書類'),
    '4': say('物品', 'Goods', 'Artículo', '物品'),
  },
} as const satisfies Record<string, Record<string, Titles>>
