import type { Messages } from '../../i18n/message'

export const messages = {
  map: {
    en: 'Map of the place', es: 'Mapa del lugar', fr: 'Carte du lieu', pt: 'Mapa do local', ru: 'Карта места',
  },
  mapHint: {
    en: 'Click the map or drag the pin, type coordinates, or take the place of this device.',
    es: 'Haga clic en el mapa o arrastre el marcador, escriba coordenadas o use la ubicación de este dispositivo.',
    fr: 'Cliquez sur la carte ou déplacez l’épingle, saisissez des coordonnées ou prenez la position de cet appareil.',
    pt: 'Clique no mapa ou arraste o marcador, digite coordenadas ou use a localização deste dispositivo.',
    ru: 'Щёлкните по карте или передвиньте метку, введите координаты или возьмите место этого устройства.',
  },
  pin: { en: 'The place', es: 'El lugar', fr: 'Le lieu', pt: 'O local', ru: 'Место' },
  noMap: {
    en: 'The map could not be loaded. Coordinates can be typed.', es: 'No se pudo cargar el mapa. Puede escribir las coordenadas.',
    fr: 'La carte n’a pas pu être chargée. Les coordonnées peuvent être saisies.',
    pt: 'Não foi possível carregar o mapa. As coordenadas podem ser digitadas.', ru: 'Карту не удалось загрузить. Координаты можно ввести.',
  },
  lat: { en: 'Latitude', es: 'Latitud', fr: 'Latitude', pt: 'Latitude', ru: 'Широта' },
  lng: { en: 'Longitude', es: 'Longitud', fr: 'Longitude', pt: 'Longitude', ru: 'Долгота' },
  latHint: {
    en: 'Such as 48.8566 or 48° 51′ 24″ N. Both coordinates may be pasted here.', es: 'Por ejemplo 48,8566 o 48° 51′ 24″ N. Puede pegar aquí ambas coordenadas.',
    fr: 'Par exemple 48,8566 ou 48° 51′ 24″ N. Les deux coordonnées peuvent être collées ici.',
    pt: 'Por exemplo 48,8566 ou 48° 51′ 24″ N. As duas coordenadas podem ser coladas aqui.',
    ru: 'Например, 48,8566 или 48° 51′ 24″ N. Сюда можно вставить обе координаты.',
  },
  lngHint: { en: 'West is negative.', es: 'El oeste es negativo.', fr: 'L’ouest est négatif.', pt: 'O oeste é negativo.', ru: 'Западная долгота отрицательна.' },
  accuracy: { en: 'Accuracy, metres', es: 'Precisión, metros', fr: 'Précision, mètres', pt: 'Precisão, metros', ru: 'Точность, метры' },
  accuracyHint: {
    en: 'Optional. How far off the place may be: the circle on the map.', es: 'Opcional. Cuánto puede desviarse el lugar: el círculo del mapa.',
    fr: 'Facultatif. De combien le lieu peut s’écarter : le cercle sur la carte.', pt: 'Opcional. Quanto o local pode estar desviado: o círculo no mapa.',
    ru: 'Необязательно. Насколько место может отличаться: круг на карте.',
  },
  locate: {
    en: 'Use this device’s place', es: 'Usar la ubicación del dispositivo', fr: 'Position de cet appareil', pt: 'Usar a localização do dispositivo',
    ru: 'Взять место устройства',
  },
  locating: { en: 'Finding the place…', es: 'Buscando la ubicación…', fr: 'Recherche de la position…', pt: 'Procurando o local…', ru: 'Определяем место…' },
  denied: {
    en: 'The browser was not allowed to tell the place.', es: 'No se permitió al navegador indicar la ubicación.',
    fr: 'Le navigateur n’a pas été autorisé à donner la position.', pt: 'O navegador não teve permissão para informar o local.',
    ru: 'Браузеру не разрешено сообщать место.',
  },
  notFound: {
    en: 'The device could not find its place.', es: 'El dispositivo no pudo encontrar su ubicación.', fr: 'L’appareil n’a pas trouvé sa position.',
    pt: 'O dispositivo não conseguiu encontrar sua localização.', ru: 'Устройству не удалось определить место.',
  },
  insecure: {
    en: 'Browsers tell the place only to pages reached by https.', es: 'Los navegadores solo indican la ubicación a páginas con https.',
    fr: 'Les navigateurs ne donnent la position qu’aux pages en https.', pt: 'Os navegadores só informam o local a páginas com https.',
    ru: 'Браузеры сообщают место только страницам по https.',
  },
  zoomIn: { en: 'Zoom in', es: 'Acercar', fr: 'Zoom avant', pt: 'Aproximar', ru: 'Приблизить' },
  zoomOut: { en: 'Zoom out', es: 'Alejar', fr: 'Zoom arrière', pt: 'Afastar', ru: 'Отдалить' },
  scrollHint: {
    en: 'Use Ctrl + scroll to zoom the map', es: 'Use Ctrl + rueda para acercar el mapa', fr: 'Ctrl + molette pour zoomer sur la carte',
    pt: 'Use Ctrl + rolagem para ampliar o mapa', ru: 'Масштаб карты: Ctrl + колесо мыши',
  },
  macScrollHint: {
    en: 'Use ⌘ + scroll to zoom the map', es: 'Use ⌘ + rueda para acercar el mapa', fr: '⌘ + molette pour zoomer sur la carte',
    pt: 'Use ⌘ + rolagem para ampliar o mapa', ru: 'Масштаб карты: ⌘ + прокрутка',
  },
  touchHint: {
    en: 'Use two fingers to move the map', es: 'Use dos dedos para mover el mapa', fr: 'Utilisez deux doigts pour déplacer la carte',
    pt: 'Use dois dedos para mover o mapa', ru: 'Двигайте карту двумя пальцами',
  },
} satisfies Messages
