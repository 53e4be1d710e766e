import type { Message, Messages } from '../i18n/message'
import type { Colouring, Display } from './view'

export const messages = {
  map: {
    en: 'Map of mosquito records. Arrow keys move it, plus and minus zoom, Enter tells what is in the middle.',
    es: 'Mapa de registros de mosquitos. Las flechas lo mueven, más y menos cambian el zoom, Intro dice qué hay en el centro.',
    fr: 'Carte des enregistrements de moustiques. Les flèches la déplacent, plus et moins zooment, Entrée dit ce qu’il y a au centre.',
    pt: 'Mapa de registros de mosquitos. As setas movem o mapa, mais e menos mudam o zoom, Enter diz o que está no centro.',
    ru: 'Карта записей о комарах. Стрелки двигают её, плюс и минус меняют масштаб, Enter говорит, что в середине.',
  },
  controls: { en: 'Map controls', es: 'Controles del mapa', fr: 'Commandes de la carte', pt: 'Controles do mapa', ru: 'Управление картой' },
  zoomIn: { en: 'Zoom in', es: 'Acercar', fr: 'Zoom avant', pt: 'Aproximar', ru: 'Приблизить' },
  zoomOut: { en: 'Zoom out', es: 'Alejar', fr: 'Zoom arrière', pt: 'Afastar', ru: 'Отдалить' },
  fit: { en: 'Zoom to the results', es: 'Ver todos los resultados', fr: 'Voir tous les résultats', pt: 'Ver todos os resultados', ru: 'Показать всё найденное' },
  fullScreen: { en: 'Full screen', es: 'Pantalla completa', fr: 'Plein écran', pt: 'Tela cheia', ru: 'Во весь экран' },
  locate: { en: 'Show where I am', es: 'Mostrar dónde estoy', fr: 'Montrer où je suis', pt: 'Mostrar onde estou', ru: 'Показать, где я' },
  here: { en: 'You are here', es: 'Está aquí', fr: 'Vous êtes ici', pt: 'Você está aqui', ru: 'Вы здесь' },
  notLocated: {
    en: 'Your place could not be found.', es: 'No se pudo encontrar su ubicación.', fr: 'Votre position n’a pas pu être trouvée.',
    pt: 'Não foi possível encontrar sua localização.', ru: 'Не удалось определить, где вы.',
  },
  centre: {
    en: 'What is in the middle of the map?', es: '¿Qué hay en el centro del mapa?', fr: 'Qu’y a-t-il au centre de la carte ?',
    pt: 'O que há no centro do mapa?', ru: 'Что в середине карты?',
  },
  nothingHere: {
    en: 'There is no record near the middle of the map.', es: 'No hay registros cerca del centro del mapa.', fr: 'Il n’y a pas d’enregistrement près du centre de la carte.',
    pt: 'Não há registros perto do centro do mapa.', ru: 'Рядом с серединой карты записей нет.',
  },
  tilesFailed: {
    en: 'Parts of the map could not be loaded.', es: 'No se pudieron cargar partes del mapa.', fr: 'Des parties de la carte n’ont pas pu être chargées.',
    pt: 'Partes do mapa não puderam ser carregadas.', ru: 'Часть карты не загрузилась.',
  },
  noWebGL: {
    en: 'This browser cannot draw the map: it needs WebGL 2. The numbers and tables beside it say the same.',
    es: 'Este navegador no puede dibujar el mapa: necesita WebGL 2. Las cifras y tablas de al lado dicen lo mismo.',
    fr: 'Ce navigateur ne peut pas dessiner la carte : il faut WebGL 2. Les chiffres et tableaux à côté disent la même chose.',
    pt: 'Este navegador não consegue desenhar o mapa: precisa de WebGL 2. Os números e tabelas ao lado dizem o mesmo.',
    ru: 'Этот браузер не может нарисовать карту: нужен WebGL 2. Числа и таблицы рядом говорят о том же.',
  },
  loading: { en: 'The map is loading', es: 'El mapa se está cargando', fr: 'La carte se charge', pt: 'O mapa está carregando', ru: 'Карта загружается' },
  display: { en: 'Display', es: 'Vista', fr: 'Affichage', pt: 'Exibição', ru: 'Вид' },
  cells: { en: 'Many records as', es: 'Muchos registros como', fr: 'Beaucoup d’enregistrements en', pt: 'Muitos registros como', ru: 'Много записей показывать' },
  colourBy: { en: 'Colour by', es: 'Color según', fr: 'Couleur selon', pt: 'Cor por', ru: 'Цвет означает' },
  graticule: { en: 'Graticule', es: 'Retícula', fr: 'Graticule', pt: 'Gratícula', ru: 'Градусная сетка' },
  otherLayers: { en: 'Other layers', es: 'Otras capas', fr: 'Autres couches', pt: 'Outras camadas', ru: 'Другие слои' },
  empty: {
    en: 'empty: this server has no such data', es: 'vacías: este servidor no tiene esos datos', fr: 'vides : ce serveur n’a pas ces données',
    pt: 'vazias: este servidor não tem esses dados', ru: 'пусты: таких данных на сервере нет',
  },
  distribution: { en: 'Distribution', es: 'Distribución', fr: 'Répartition', pt: 'Distribuição', ru: 'Ареалы' },
  modeled: { en: 'Modelled suitability', es: 'Idoneidad modelada', fr: 'Modèles d’aptitude', pt: 'Adequação modelada', ru: 'Модели пригодности' },
  breedingSites: { en: 'Breeding sites', es: 'Criaderos', fr: 'Gîtes larvaires', pt: 'Criadouros', ru: 'Места выплода' },
  legend: { en: 'Legend', es: 'Leyenda', fr: 'Légende', pt: 'Legenda', ru: 'Легенда' },
  dominant: {
    en: 'Colour: the commonest species of a cell', es: 'Color: la especie más común de la celda', fr: 'Couleur : l’espèce la plus fréquente de la cellule',
    pt: 'Cor: a espécie mais comum da célula', ru: 'Цвет: самый частый вид в ячейке',
  },
  others: {
    en: '{species, plural, one {# other species} other {# other species}}',
    es: '{species, plural, one {# especie más} other {# especies más}}',
    fr: '{species, plural, one {# autre espèce} other {# autres espèces}}',
    pt: '{species, plural, one {# outra espécie} other {# outras espécies}}',
    ru: '{species, plural, one {ещё # вид} few {ещё # вида} many {ещё # видов} other {ещё # вида}}',
  },
  sizes: { en: 'Records in a circle', es: 'Registros en un círculo', fr: 'Enregistrements dans un cercle', pt: 'Registros em um círculo', ru: 'Записей в круге' },
  smallest: { en: '{count} or fewer', es: '{count} o menos', fr: '{count} ou moins', pt: '{count} ou menos', ru: '{count} и меньше' },
  density: { en: 'Records nearby', es: 'Registros cercanos', fr: 'Enregistrements proches', pt: 'Registros próximos', ru: 'Записей рядом' },
  few: { en: 'few', es: 'pocos', fr: 'peu', pt: 'poucos', ru: 'мало' },
  many: { en: 'many', es: 'muchos', fr: 'beaucoup', pt: 'muitos', ru: 'много' },
  shapes: { en: 'Single records', es: 'Registros sueltos', fr: 'Enregistrements isolés', pt: 'Registros isolados', ru: 'Отдельные записи' },
  otherGenera: { en: 'other genera', es: 'otros géneros', fr: 'autres genres', pt: 'outros gêneros', ru: 'другие роды' },
  hollow: {
    en: 'Hollow: the place is known only roughly', es: 'Hueco: el lugar se conoce solo aproximadamente', fr: 'Creux : le lieu n’est connu qu’à peu près',
    pt: 'Vazado: o lugar é conhecido só aproximadamente', ru: 'Пустой значок: место известно лишь примерно',
  },
  counts: {
    en: 'Records of a cell, specimens of a record', es: 'Registros de una celda, ejemplares de un registro', fr: 'Enregistrements d’une cellule, spécimens d’un enregistrement',
    pt: 'Registros de uma célula, espécimes de um registro', ru: 'Записей в ячейке, особей в записи',
  },
  from: { en: '{count} and more', es: '{count} o más', fr: '{count} et plus', pt: '{count} ou mais', ru: '{count} и больше' },
  newest: { en: 'Newest record', es: 'Registro más reciente', fr: 'Enregistrement le plus récent', pt: 'Registro mais recente', ru: 'Самая новая запись' },
  noMatch: { en: 'Nothing matches.', es: 'Nada coincide.', fr: 'Rien ne correspond.', pt: 'Nada corresponde.', ru: 'Ничего не найдено.' },
  sources: { en: 'Sources', es: 'Fuentes', fr: 'Sources', pt: 'Fontes', ru: 'Источники' },
  sourcesOf: { en: 'Sources of what is shown', es: 'Fuentes de lo que se muestra', fr: 'Sources de ce qui est montré', pt: 'Fontes do que é mostrado', ru: 'Источники того, что показано' },
  noLicence: { en: 'no licence stated', es: 'sin licencia indicada', fr: 'sans licence indiquée', pt: 'sem licença indicada', ru: 'лицензия не указана' },
  records: {
    en: '{count, plural, one {# record} other {# records}}',
    es: '{count, plural, one {# registro} other {# registros}}',
    fr: '{count, plural, one {# enregistrement} other {# enregistrements}}',
    pt: '{count, plural, one {# registro} other {# registros}}',
    ru: '{count, plural, one {# запись} few {# записи} many {# записей} other {# записи}}',
  },
  basemap: {
    en: 'Basemap: Natural Earth, public domain', es: 'Mapa base: Natural Earth, dominio público', fr: 'Fond de carte : Natural Earth, domaine public',
    pt: 'Mapa de base: Natural Earth, domínio público', ru: 'Основа карты: Natural Earth, общественное достояние',
  },
  close: { en: 'Close', es: 'Cerrar', fr: 'Fermer', pt: 'Fechar', ru: 'Закрыть' },
} satisfies Messages

export const displayNames: Record<Display, Message> = {
  circles: { en: 'Circles', es: 'Círculos', fr: 'Cercles', pt: 'Círculos', ru: 'Кругами' },
  grid: { en: 'Grid', es: 'Cuadrícula', fr: 'Grille', pt: 'Grade', ru: 'Сеткой' },
  heat: { en: 'Heat map', es: 'Mapa de calor', fr: 'Carte de chaleur', pt: 'Mapa de calor', ru: 'Тепловой картой' },
}

export const colouringNames: Record<Colouring, Message> = {
  species: { en: 'Species', es: 'Especie', fr: 'Espèce', pt: 'Espécie', ru: 'Вид' },
  count: { en: 'Count', es: 'Número', fr: 'Nombre', pt: 'Número', ru: 'Количество' },
  vector_status: { en: 'Vector status', es: 'Importancia como vector', fr: 'Statut de vecteur', pt: 'Importância como vetor', ru: 'Значение как переносчика' },
  date: { en: 'Date', es: 'Fecha', fr: 'Date', pt: 'Data', ru: 'Дата' },
}
