import type { Messages } from '../i18n/message'

export const messages = {
  map: { en: 'Map', es: 'Mapa', fr: 'Carte', pt: 'Mapa', ru: 'Карта' },
  species: { en: 'Species', es: 'Especies', fr: 'Espèces', pt: 'Espécies', ru: 'Виды' },
  diseases: { en: 'Diseases', es: 'Enfermedades', fr: 'Maladies', pt: 'Doenças', ru: 'Болезни' },
  report: { en: 'Report', es: 'Notificar', fr: 'Signaler', pt: 'Registrar', ru: 'Сообщить' },
  records: { en: 'My observations', es: 'Mis observaciones', fr: 'Mes observations', pt: 'Minhas observações', ru: 'Мои наблюдения' },
  record: { en: 'Record', es: 'Registro', fr: 'Enregistrement', pt: 'Registro', ru: 'Запись' },
  about: { en: 'Sources and API', es: 'Fuentes y API', fr: 'Sources et API', pt: 'Fontes e API', ru: 'Источники и API' },
  pages: { en: 'Pages', es: 'Páginas', fr: 'Pages', pt: 'Páginas', ru: 'Страницы' },
  menu: { en: 'Menu', es: 'Menú', fr: 'Menu', pt: 'Menu', ru: 'Меню' },
  skip: {
    en: 'Skip to the content', es: 'Ir al contenido', fr: 'Aller au contenu', pt: 'Ir para o conteúdo', ru: 'Перейти к содержанию',
  },
  language: { en: 'Language', es: 'Idioma', fr: 'Langue', pt: 'Idioma', ru: 'Язык' },
  dark: { en: 'Dark', es: 'Oscuro', fr: 'Sombre', pt: 'Escuro', ru: 'Тёмная тема' },
  notFound: {
    en: 'There is no such page.', es: 'Esa página no existe.', fr: 'Cette page n’existe pas.', pt: 'Essa página não existe.', ru: 'Такой страницы нет.',
  },
  toMap: { en: 'To the map', es: 'Al mapa', fr: 'Vers la carte', pt: 'Para o mapa', ru: 'К карте' },
  loading: { en: 'Loading', es: 'Cargando', fr: 'Chargement', pt: 'Carregando', ru: 'Загрузка' },
  failed: {
    en: 'This could not be loaded.', es: 'No se pudo cargar.', fr: 'Le chargement a échoué.', pt: 'Não foi possível carregar.', ru: 'Не удалось загрузить.',
  },
  busy: {
    en: 'The server cannot answer at the moment.', es: 'El servidor no puede responder en este momento.', fr: 'Le serveur ne peut pas répondre pour le moment.',
    pt: 'O servidor não pode responder no momento.', ru: 'Сервер сейчас не может ответить.',
  },
  unreachable: {
    en: 'The server cannot be reached.', es: 'No se puede contactar con el servidor.', fr: 'Le serveur est injoignable.',
    pt: 'Não é possível acessar o servidor.', ru: 'Сервер недоступен.',
  },
  again: { en: 'Try again', es: 'Reintentar', fr: 'Réessayer', pt: 'Tentar de novo', ru: 'Повторить' },
  demonstration: {
    en: 'Synthetic demonstration data: no mosquito was caught for it. The first import removes it.',
    es: 'Datos sintéticos de demostración: no se capturó ningún mosquito. La primera importación los elimina.',
    fr: 'Données de démonstration synthétiques : aucun moustique n’a été capturé. La première importation les supprime.',
    pt: 'Dados sintéticos de demonstração: nenhum mosquito foi capturado. A primeira importação os remove.',
    ru: 'Синтетические данные для демонстрации: ни одного комара для них не поймали. Первый импорт их удалит.',
  },
  synthetic: {
    en: 'Some records are synthetic: no mosquito was caught for them.',
    es: 'Algunos registros son sintéticos: no se capturó ningún mosquito para ellos.',
    fr: 'Certains enregistrements sont synthétiques : aucun moustique n’a été capturé pour eux.',
    pt: 'Alguns registros são sintéticos: nenhum mosquito foi capturado para eles.',
    ru: 'Часть записей синтетическая: ни одного комара для них не поймали.',
  },
} satisfies Messages
