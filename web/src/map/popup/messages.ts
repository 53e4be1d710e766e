import type { VectorStatus } from '../../api/types'
import type { Message, Messages } from '../../i18n/message'

export const messages = {
  details: { en: 'What is here', es: 'Qué hay aquí', fr: 'Ce qu’il y a ici', pt: 'O que há aqui', ru: 'Что здесь' },
  close: { en: 'Close', es: 'Cerrar', fr: 'Fermer', pt: 'Fechar', ru: 'Закрыть' },
  records: {
    en: '{count, plural, one {# record} other {# records}}',
    es: '{count, plural, one {# registro} other {# registros}}',
    fr: '{count, plural, one {# enregistrement} other {# enregistrements}}',
    pt: '{count, plural, one {# registro} other {# registros}}',
    ru: '{count, plural, one {# запись} few {# записи} many {# записей} other {# записи}}',
  },
  specimens: {
    en: '{count, plural, one {# specimen} other {# specimens}}',
    es: '{count, plural, one {# ejemplar} other {# ejemplares}}',
    fr: '{count, plural, one {# spécimen} other {# spécimens}}',
    pt: '{count, plural, one {# espécime} other {# espécimes}}',
    ru: '{count, plural, one {# особь} few {# особи} many {# особей} other {# особи}}',
  },
  speciesCount: {
    en: '{count, plural, one {# species} other {# species}}',
    es: '{count, plural, one {# especie} other {# especies}}',
    fr: '{count, plural, one {# espèce} other {# espèces}}',
    pt: '{count, plural, one {# espécie} other {# espécies}}',
    ru: '{count, plural, one {# вид} few {# вида} many {# видов} other {# вида}}',
  },
  more: {
    en: '{count, plural, one {# more} other {# more}}',
    es: '{count, plural, one {# más} other {# más}}',
    fr: '{count, plural, one {# de plus} other {# de plus}}',
    pt: '{count, plural, one {mais #} other {mais #}}',
    ru: '{count, plural, one {ещё #} few {ещё #} many {ещё #} other {ещё #}}',
  },
  bySpecies: { en: 'Records by species', es: 'Registros por especie', fr: 'Enregistrements par espèce', pt: 'Registros por espécie', ru: 'Записи по видам' },
  species: { en: 'Species', es: 'Especie', fr: 'Espèce', pt: 'Espécie', ru: 'Вид' },
  recordsColumn: { en: 'Records', es: 'Registros', fr: 'Enregistrements', pt: 'Registros', ru: 'Записи' },
  zoomIn: { en: 'Zoom in', es: 'Acercar', fr: 'Zoomer', pt: 'Aproximar', ru: 'Приблизить' },
  list: { en: 'List the records', es: 'Ver la lista de registros', fr: 'Lister les enregistrements', pt: 'Listar os registros', ru: 'Показать список записей' },
  newest: {
    en: 'The newest {count, number} of them', es: 'Los {count, number} más recientes', fr: 'Les {count, number} plus récents', pt: 'Os {count, number} mais recentes',
    ru: 'Из них самые новые: {count, number}',
  },
  previous: { en: 'Previous page', es: 'Página anterior', fr: 'Page précédente', pt: 'Página anterior', ru: 'Предыдущая страница' },
  next: { en: 'Next page', es: 'Página siguiente', fr: 'Page suivante', pt: 'Próxima página', ru: 'Следующая страница' },
  page: {
    en: '{page, number} of {count, number}', es: '{page, number} de {count, number}', fr: '{page, number} sur {count, number}',
    pt: '{page, number} de {count, number}', ru: '{page, number} из {count, number}',
  },
  all: { en: 'All records here', es: 'Todos los registros de aquí', fr: 'Tous les enregistrements d’ici', pt: 'Todos os registros daqui', ru: 'Все записи здесь' },
  date: { en: 'Date', es: 'Fecha', fr: 'Date', pt: 'Data', ru: 'Дата' },
  count: { en: 'Specimens', es: 'Ejemplares', fr: 'Spécimens', pt: 'Espécimes', ru: 'Особей' },
  lifeStage: { en: 'Life stage', es: 'Estadio', fr: 'Stade', pt: 'Estágio', ru: 'Стадия' },
  sex: { en: 'Sex', es: 'Sexo', fr: 'Sexe', pt: 'Sexo', ru: 'Пол' },
  vectorStatus: { en: 'Vector status', es: 'Importancia como vector', fr: 'Statut de vecteur', pt: 'Importância como vetor', ru: 'Значение как переносчика' },
  status: { en: 'Status', es: 'Estado', fr: 'État', pt: 'Situação', ru: 'Статус' },
  country: { en: 'Country', es: 'País', fr: 'Pays', pt: 'País', ru: 'Страна' },
  accuracy: { en: 'Accuracy', es: 'Precisión', fr: 'Précision', pt: 'Precisão', ru: 'Точность' },
  metres: { en: '± {metres} m', es: '± {metres} m', fr: '± {metres} m', pt: '± {metres} m', ru: '± {metres} м' },
  source: { en: 'Source', es: 'Fuente', fr: 'Source', pt: 'Fonte', ru: 'Источник' },
  record: { en: 'The whole record', es: 'El registro completo', fr: 'L’enregistrement complet', pt: 'O registro completo', ru: 'Вся запись' },
  picture: {
    en: 'Picture of {species} with this record', es: 'Imagen de {species} de este registro', fr: 'Image de {species} de cet enregistrement',
    pt: 'Imagem de {species} deste registro', ru: 'Снимок {species} к этой записи',
  },
  pictureAt: { en: 'Picture at {host}', es: 'Imagen en {host}', fr: 'Image sur {host}', pt: 'Imagem em {host}', ru: 'Снимок на {host}' },
} satisfies Messages

export const statuses = {
  unverified: { en: 'unverified', es: 'sin verificar', fr: 'non vérifié', pt: 'não verificado', ru: 'не проверена' },
  verified: { en: 'verified', es: 'verificado', fr: 'vérifié', pt: 'verificado', ru: 'проверена' },
  rejected: { en: 'rejected', es: 'rechazado', fr: 'rejeté', pt: 'rejeitado', ru: 'отклонена' },
} satisfies Messages

export const vectorStatuses: Record<VectorStatus, Message> = {
  High: { en: 'high', es: 'alta', fr: 'élevé', pt: 'alta', ru: 'высокое' },
  Moderate: { en: 'moderate', es: 'moderada', fr: 'modéré', pt: 'moderada', ru: 'среднее' },
  Low: { en: 'low', es: 'baja', fr: 'faible', pt: 'baixa', ru: 'низкое' },
  None: { en: 'none', es: 'ninguna', fr: 'nul', pt: 'nenhuma', ru: 'нет' },
  Unknown: { en: 'unknown', es: 'desconocida', fr: 'inconnu', pt: 'desconhecida', ru: 'неизвестно' },
}

/** Values of Darwin Core's lifeStage and sex that mosquito records say; others are shown as they are. */
export const values: Messages = {
  egg: { en: 'egg', es: 'huevo', fr: 'œuf', pt: 'ovo', ru: 'яйцо' },
  larva: { en: 'larva', es: 'larva', fr: 'larve', pt: 'larva', ru: 'личинка' },
  pupa: { en: 'pupa', es: 'pupa', fr: 'nymphe', pt: 'pupa', ru: 'куколка' },
  adult: { en: 'adult', es: 'adulto', fr: 'adulte', pt: 'adulto', ru: 'имаго' },
  female: { en: 'female', es: 'hembra', fr: 'femelle', pt: 'fêmea', ru: 'самка' },
  male: { en: 'male', es: 'macho', fr: 'mâle', pt: 'macho', ru: 'самец' },
}
