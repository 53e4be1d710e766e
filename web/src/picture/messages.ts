import type { Messages } from '../i18n/message'

export const messages = {
  all: { en: 'All mosquito records', es: 'Todos los registros de mosquitos', fr: 'Toutes les observations de moustiques', pt: 'Todos os registros de mosquitos', ru: 'Все находки комаров' },
  records: {
    en: '{n, plural, one {# mosquito record} other {# mosquito records}}', es: '{n, plural, one {# registro de mosquitos} other {# registros de mosquitos}}',
    fr: '{n, plural, one {# observation de moustiques} other {# observations de moustiques}}', pt: '{n, plural, one {# registro de mosquitos} other {# registros de mosquitos}}',
    ru: '{n, plural, one {# запись о комарах} few {# записи о комарах} many {# записей о комарах} other {# записи о комарах}}',
  },
  inView: {
    en: '{n, plural, one {# mosquito record in view} other {# mosquito records in view}}, {all, number} in all',
    es: '{n, plural, one {# registro de mosquitos a la vista} other {# registros de mosquitos a la vista}}, {all, number} en total',
    fr: '{n, plural, one {# observation de moustiques visible} other {# observations de moustiques visibles}}, {all, number} en tout',
    pt: '{n, plural, one {# registro de mosquitos à vista} other {# registros de mosquitos à vista}}, {all, number} no total',
    ru: '{n, plural, one {На карте # запись} few {На карте # записи} many {На карте # записей} other {На карте # записи}}, всего {all, number}',
  },
  more: {
    en: '{n, plural, one {and # more} other {and # more}}', es: '{n, plural, one {y # más} other {y # más}}', fr: '{n, plural, one {et # autre} other {et # autres}}',
    pt: '{n, plural, one {e mais #} other {e mais #}}', ru: '{n, plural, one {и ещё #} few {и ещё #} many {и ещё #} other {и ещё #}}',
  },
  sources: { en: 'Sources', es: 'Fuentes', fr: 'Sources', pt: 'Fontes', ru: 'Источники' },
  made: { en: 'Made on {day} with {name}', es: 'Hecho el {day} con {name}', fr: 'Fait le {day} avec {name}', pt: 'Feito em {day} com {name}', ru: 'Сделано {day} в {name}' },
} satisfies Messages
