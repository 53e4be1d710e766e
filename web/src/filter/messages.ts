import type { Messages } from '../i18n/message'

export const messages = {
  filters: { en: 'Filters', es: 'Filtros', fr: 'Filtres', pt: 'Filtros', ru: 'Фильтры' },
  set: { en: 'What is set', es: 'Filtros activos', fr: 'Filtres actifs', pt: 'Filtros ativos', ru: 'Выбрано' },
  remove: { en: 'Remove: {what}', es: 'Quitar: {what}', fr: 'Retirer : {what}', pt: 'Remover: {what}', ru: 'Убрать: {what}' },
  clearAll: { en: 'Clear all', es: 'Borrar todo', fr: 'Tout effacer', pt: 'Limpar tudo', ru: 'Сбросить всё' },
  clear: { en: 'Clear', es: 'Borrar', fr: 'Effacer', pt: 'Limpar', ru: 'Сбросить' },
  any: { en: 'any', es: 'cualquiera', fr: 'sans restriction', pt: 'qualquer', ru: 'без ограничений' },

  species: { en: 'Species', es: 'Especies', fr: 'Espèces', pt: 'Espécies', ru: 'Виды' },
  findSpecies: {
    en: 'Scientific or common name', es: 'Nombre científico o común', fr: 'Nom scientifique ou courant', pt: 'Nome científico ou comum',
    ru: 'Научное или обычное название',
  },
  foundSpecies: {
    en: '{n, plural, =0 {No species found} one {# species found} other {# species found}}',
    es: '{n, plural, =0 {Ninguna especie encontrada} one {# especie encontrada} other {# especies encontradas}}',
    fr: '{n, plural, =0 {Aucune espèce trouvée} one {# espèce trouvée} other {# espèces trouvées}}',
    pt: '{n, plural, =0 {Nenhuma espécie encontrada} one {# espécie encontrada} other {# espécies encontradas}}',
    ru: '{n, plural, =0 {Виды не найдены} one {Найден # вид} few {Найдено # вида} many {Найдено # видов} other {Найдено # вида}}',
  },
  genus: { en: 'Genus', es: 'Género', fr: 'Genre', pt: 'Gênero', ru: 'Род' },
  vectors: { en: 'Disease vectors', es: 'Vectores de enfermedades', fr: 'Vecteurs de maladies', pt: 'Vetores de doenças', ru: 'Переносчики болезней' },
  onlyVectors: { en: 'Only vectors', es: 'Solo vectores', fr: 'Vecteurs seulement', pt: 'Somente vetores', ru: 'Только переносчики' },
  disease: { en: 'Vectors of a disease', es: 'Vectores de una enfermedad', fr: 'Vecteurs d’une maladie', pt: 'Vetores de uma doença', ru: 'Переносчики болезни' },
  vectorsOf: { en: 'Vectors of: {disease}', es: 'Vectores de: {disease}', fr: 'Vecteurs de : {disease}', pt: 'Vetores de: {disease}', ru: 'Переносчики: {disease}' },

  place: { en: 'Country and region', es: 'País y región', fr: 'Pays et région', pt: 'País e região', ru: 'Страна и регион' },
  country: { en: 'Country', es: 'País', fr: 'Pays', pt: 'País', ru: 'Страна' },
  region: { en: 'Region', es: 'Región', fr: 'Région', pt: 'Região', ru: 'Регион' },
  source: { en: 'Data source', es: 'Fuente de datos', fr: 'Source de données', pt: 'Fonte de dados', ru: 'Источник данных' },
  status: { en: 'Review status', es: 'Estado de revisión', fr: 'État de vérification', pt: 'Situação da revisão', ru: 'Состояние проверки' },
  statusNote: {
    en: 'Rejected records are shown only when they are chosen here.', es: 'Los registros rechazados solo se muestran si se eligen aquí.',
    fr: 'Les enregistrements rejetés ne sont montrés que s’ils sont choisis ici.', pt: 'Registros rejeitados só aparecem quando escolhidos aqui.',
    ru: 'Отклонённые записи показываются, только если выбраны здесь.',
  },
  stageAndSex: { en: 'Life stage and sex', es: 'Fase de vida y sexo', fr: 'Stade et sexe', pt: 'Fase da vida e sexo', ru: 'Стадия и пол' },
  method: { en: 'Collection method', es: 'Método de captura', fr: 'Méthode de collecte', pt: 'Método de coleta', ru: 'Метод сбора' },
  noValues: {
    en: 'No matching record says this.', es: 'Ningún registro coincidente lo indica.', fr: 'Aucun enregistrement correspondant ne l’indique.',
    pt: 'Nenhum registro correspondente informa isto.', ru: 'Ни в одной подходящей записи это не указано.',
  },

  dates: { en: 'Dates', es: 'Fechas', fr: 'Dates', pt: 'Datas', ru: 'Даты' },
  from: { en: 'From', es: 'Desde', fr: 'Du', pt: 'De', ru: 'С' },
  until: { en: 'Until', es: 'Hasta', fr: 'Au', pt: 'Até', ru: 'По' },
  since: { en: 'since {day}', es: 'desde el {day}', fr: 'depuis le {day}', pt: 'desde {day}', ru: 'с {day}' },
  upTo: { en: 'until {day}', es: 'hasta el {day}', fr: 'jusqu’au {day}', pt: 'até {day}', ru: 'по {day}' },
  backwards: {
    en: 'The first day is after the last: nothing can match.', es: 'El primer día es posterior al último: nada puede coincidir.',
    fr: 'Le premier jour est après le dernier : rien ne peut correspondre.', pt: 'O primeiro dia é posterior ao último: nada pode corresponder.',
    ru: 'Первый день позже последнего: ничего не подойдёт.',
  },
  fiveYears: { en: 'Last 5 years', es: 'Últimos 5 años', fr: '5 dernières années', pt: 'Últimos 5 anos', ru: 'Последние 5 лет' },
  allDates: { en: 'All dates', es: 'Todas las fechas', fr: 'Toutes les dates', pt: 'Todas as datas', ru: 'Все даты' },
  months: { en: 'Months of the year', es: 'Meses del año', fr: 'Mois de l’année', pt: 'Meses do ano', ru: 'Месяцы года' },
  uncertainty: { en: 'Coordinate uncertainty', es: 'Incertidumbre de las coordenadas', fr: 'Incertitude des coordonnées', pt: 'Incerteza das coordenadas', ru: 'Погрешность координат' },
  atMost: { en: 'at most {distance}', es: 'como máximo {distance}', fr: 'au plus {distance}', pt: 'no máximo {distance}', ru: 'не более {distance}' },
  metres: { en: 'Metres', es: 'Metros', fr: 'Mètres', pt: 'Metros', ru: 'Метры' },
  uncertaintyNote: {
    en: 'Records that do not say how exact their place is are kept.', es: 'Se conservan los registros que no indican la precisión del lugar.',
    fr: 'Les enregistrements qui n’indiquent pas la précision du lieu sont gardés.', pt: 'Registros que não informam a precisão do local são mantidos.',
    ru: 'Записи, в которых точность места не указана, остаются.',
  },
  search: { en: 'Search: {what}', es: 'Buscar: {what}', fr: 'Chercher : {what}', pt: 'Buscar: {what}', ru: 'Поиск: {what}' },
  noOptions: { en: 'Nothing found', es: 'Nada encontrado', fr: 'Rien trouvé', pt: 'Nada encontrado', ru: 'Ничего не найдено' },
} satisfies Messages
