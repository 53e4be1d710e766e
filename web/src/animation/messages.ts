import type { Messages } from '../i18n/message'

export const messages = {
  animation: { en: 'Animation', es: 'Animación', fr: 'Animation', pt: 'Animação', ru: 'Анимация' },
  play: { en: 'Play', es: 'Reproducir', fr: 'Lire', pt: 'Reproduzir', ru: 'Пуск' },
  pause: { en: 'Pause', es: 'Pausa', fr: 'Pause', pt: 'Pausar', ru: 'Пауза' },
  back: { en: 'One step back', es: 'Un paso atrás', fr: 'Un pas en arrière', pt: 'Um passo para trás', ru: 'На шаг назад' },
  forward: { en: 'One step forward', es: 'Un paso adelante', fr: 'Un pas en avant', pt: 'Um passo para a frente', ru: 'На шаг вперёд' },
  slower: { en: 'Slower', es: 'Más lento', fr: 'Plus lent', pt: 'Mais devagar', ru: 'Медленнее' },
  faster: { en: 'Faster', es: 'Más rápido', fr: 'Plus rapide', pt: 'Mais rápido', ru: 'Быстрее' },
  rate: { en: '{rate}/s', es: '{rate}/s', fr: '{rate}/s', pt: '{rate}/s', ru: '{rate}/с' },
  rateOf: {
    en: '{rate} pictures a second', es: '{rate} imágenes por segundo', fr: '{rate} images par seconde', pt: '{rate} imagens por segundo', ru: '{rate} кадра в секунду',
  },
  date: { en: 'Dates shown', es: 'Fechas mostradas', fr: 'Dates montrées', pt: 'Datas mostradas', ru: 'Показанные даты' },
  step: { en: 'Step', es: 'Paso', fr: 'Pas', pt: 'Passo', ru: 'Шаг' },
  byMonth: { en: 'By month', es: 'Por mes', fr: 'Par mois', pt: 'Por mês', ru: 'По месяцам' },
  byYear: { en: 'By year', es: 'Por año', fr: 'Par an', pt: 'Por ano', ru: 'По годам' },
  length: { en: 'Length shown', es: 'Duración mostrada', fr: 'Durée montrée', pt: 'Duração mostrada', ru: 'Показывать сразу' },
  month: {
    en: '{n, plural, one {# month} other {# months}}', es: '{n, plural, one {# mes} other {# meses}}', fr: '{n, plural, one {# mois} other {# mois}}',
    pt: '{n, plural, one {# mês} other {# meses}}', ru: '{n, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}}',
  },
  year: {
    en: '{n, plural, one {# year} other {# years}}', es: '{n, plural, one {# año} other {# años}}', fr: '{n, plural, one {# an} other {# ans}}',
    pt: '{n, plural, one {# ano} other {# anos}}', ru: '{n, plural, one {# год} few {# года} many {# лет} other {# года}}',
  },
  keep: { en: 'Keep these dates', es: 'Conservar estas fechas', fr: 'Garder ces dates', pt: 'Manter estas datas', ru: 'Оставить эти даты' },
  stop: { en: 'Close', es: 'Cerrar', fr: 'Fermer', pt: 'Fechar', ru: 'Закрыть' },
  stopTitle: {
    en: 'Close the animation; the filters are as before', es: 'Cerrar la animación; los filtros quedan como antes', fr: 'Fermer l’animation ; les filtres restent comme avant',
    pt: 'Fechar a animação; os filtros ficam como antes', ru: 'Закрыть анимацию; фильтры останутся прежними',
  },
  records: {
    en: '{n, plural, one {# record} other {# records}}', es: '{n, plural, one {# registro} other {# registros}}',
    fr: '{n, plural, one {# enregistrement} other {# enregistrements}}', pt: '{n, plural, one {# registro} other {# registros}}',
    ru: '{n, plural, one {# запись} few {# записи} many {# записей} other {# записи}}',
  },
  loading: { en: 'Loading…', es: 'Cargando…', fr: 'Chargement…', pt: 'Carregando…', ru: 'Загрузка…' },
  failed: {
    en: 'The next picture could not be loaded.', es: 'No se pudo cargar la imagen siguiente.', fr: 'L’image suivante n’a pas pu être chargée.',
    pt: 'Não foi possível carregar a próxima imagem.', ru: 'Следующий кадр не загрузился.',
  },
  calm: {
    en: 'Your device asks for less motion: step through the pictures one by one.', es: 'Su dispositivo pide menos movimiento: pase las imágenes una a una.',
    fr: 'Votre appareil demande moins de mouvement : parcourez les images une à une.', pt: 'Seu dispositivo pede menos movimento: passe as imagens uma a uma.',
    ru: 'Ваше устройство просит меньше движения: листайте кадры по одному.',
  },
  one: {
    en: 'All these records lie in one picture. Choose a shorter step.', es: 'Todos estos registros caben en una imagen. Elija un paso más corto.',
    fr: 'Tous ces enregistrements tiennent en une image. Choisissez un pas plus court.', pt: 'Todos estes registros cabem em uma imagem. Escolha um passo mais curto.',
    ru: 'Все эти записи помещаются в один кадр. Выберите шаг короче.',
  },
  none: { en: 'There is nothing to play.', es: 'No hay nada que reproducir.', fr: 'Il n’y a rien à lire.', pt: 'Não há nada para reproduzir.', ru: 'Показывать нечего.' },
} satisfies Messages
