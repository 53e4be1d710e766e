import type { Messages } from '../../i18n/message'

export const messages = {
  species: { en: 'Species', es: 'Especie', fr: 'Espèce', pt: 'Espécie', ru: 'Вид' },
  speciesHint: {
    en: 'Scientific or common name. The genus alone is enough, such as Aedes.',
    es: 'Nombre científico o común. Basta el género, por ejemplo Aedes.',
    fr: 'Nom scientifique ou commun. Le genre seul suffit, par exemple Aedes.',
    pt: 'Nome científico ou comum. Só o gênero já basta, por exemplo Aedes.',
    ru: 'Научное или обиходное название. Достаточно рода, например Aedes.',
  },
  genusOnly: { en: 'genus only', es: 'solo el género', fr: 'genre seul', pt: 'só o gênero', ru: 'только род' },
  asWritten: {
    en: 'Not in the catalog; kept as you wrote it.', es: 'No está en el catálogo; se guarda tal como lo escribió.',
    fr: 'Absent du catalogue ; gardé tel que vous l’avez écrit.', pt: 'Não está no catálogo; fica como você escreveu.',
    ru: 'В каталоге нет; сохранится так, как вы написали.',
  },
  likely: {
    en: 'The catalog finds {name} by this. Choose it from the list if you mean it; otherwise the name stays as you wrote it, or becomes the accepted one if it is a synonym.',
    es: 'El catálogo encuentra {name} con esto. Elíjalo de la lista si se refiere a él; si no, el nombre queda como lo escribió, o pasa al aceptado si es un sinónimo.',
    fr: 'Le catalogue trouve {name} par ce nom. Choisissez-le dans la liste si c’est bien lui ; sinon le nom reste tel quel, ou devient le nom accepté si c’est un synonyme.',
    pt: 'O catálogo encontra {name} por este nome. Escolha-o na lista se for ele; senão, o nome fica como está, ou passa ao aceito se for um sinônimo.',
    ru: 'По этому названию в каталоге находится {name}. Если это он, выберите его из списка; иначе название останется как есть, а синоним станет принятым названием.',
  },
  found: {
    en: '{n, plural, =0 {No species found} one {# species found} other {# species found}}',
    es: '{n, plural, =0 {Ninguna especie encontrada} one {# especie encontrada} other {# especies encontradas}}',
    fr: '{n, plural, =0 {Aucune espèce trouvée} one {# espèce trouvée} other {# espèces trouvées}}',
    pt: '{n, plural, =0 {Nenhuma espécie encontrada} one {# espécie encontrada} other {# espécies encontradas}}',
    ru: '{n, plural, =0 {Виды не найдены} one {Найден # вид} few {Найдено # вида} many {Найдено # видов} other {Найдено # вида}}',
  },
  date: { en: 'Date', es: 'Fecha', fr: 'Date', pt: 'Data', ru: 'Дата' },
  time: { en: 'Time (optional)', es: 'Hora (opcional)', fr: 'Heure (facultatif)', pt: 'Hora (opcional)', ru: 'Время (необязательно)' },
  timeHint: {
    en: 'By the clock of this device ({zone}).', es: 'Según el reloj de este dispositivo ({zone}).',
    fr: 'Selon l’horloge de cet appareil ({zone}).', pt: 'Pelo relógio deste dispositivo ({zone}).',
    ru: 'По часам этого устройства ({zone}).',
  },
  count: { en: 'Number of mosquitoes', es: 'Número de mosquitos', fr: 'Nombre de moustiques', pt: 'Número de mosquitos', ru: 'Число комаров' },
  notStated: { en: 'not stated', es: 'sin indicar', fr: 'non indiqué', pt: 'não informado', ru: 'не указано' },
  notes: { en: 'Notes (optional)', es: 'Notas (opcional)', fr: 'Remarques (facultatif)', pt: 'Observações (opcional)', ru: 'Заметки (необязательно)' },
  notesHint: {
    en: 'Everyone can read them.', es: 'Cualquiera puede leerlas.', fr: 'Tout le monde peut les lire.', pt: 'Qualquer pessoa pode ler.',
    ru: 'Их может прочитать каждый.',
  },
  observer: {
    en: 'Your name (optional)', es: 'Su nombre (opcional)', fr: 'Votre nom (facultatif)', pt: 'Seu nome (opcional)', ru: 'Ваше имя (необязательно)',
  },
  observerHint: {
    en: 'Remembered on this device. Maps, downloads and other people’s pages do not show it; the API’s record does.',
    es: 'Se recuerda en este dispositivo. No aparece en mapas, descargas ni páginas ajenas; sí en el registro de la API.',
    fr: 'Gardé sur cet appareil. Il n’apparaît ni sur les cartes, ni dans les téléchargements, ni chez les autres ; l’API le donne avec l’enregistrement.',
    pt: 'Fica lembrado neste dispositivo. Não aparece em mapas, downloads nem para outras pessoas no site; o registro na API o mostra.',
    ru: 'Запоминается на этом устройстве. На картах, в выгрузках и на страницах у других его нет; в записи API оно есть.',
  },
  missing: { en: 'This is needed.', es: 'Este dato es necesario.', fr: 'Cette information est nécessaire.', pt: 'Este dado é necessário.', ru: 'Это нужно заполнить.' },
  name: {
    en: 'Choose a species, or write a scientific name in Latin letters.', es: 'Elija una especie o escriba un nombre científico.',
    fr: 'Choisissez une espèce ou écrivez un nom scientifique.', pt: 'Escolha uma espécie ou escreva um nome científico.',
    ru: 'Выберите вид или напишите научное название латиницей.',
  },
  lat: {
    en: 'A latitude is a number from −90 to 90.', es: 'La latitud es un número de −90 a 90.', fr: 'La latitude est un nombre de −90 à 90.',
    pt: 'A latitude é um número de −90 a 90.', ru: 'Широта — число от −90 до 90.',
  },
  lng: {
    en: 'A longitude is a number from −180 to 180.', es: 'La longitud es un número de −180 a 180.', fr: 'La longitude est un nombre de −180 à 180.',
    pt: 'A longitude é um número de −180 a 180.', ru: 'Долгота — число от −180 до 180.',
  },
  accuracy: {
    en: 'Metres, from 0 to 100,000,000.', es: 'Metros, de 0 a 100 000 000.', fr: 'Des mètres, de 0 à 100 000 000.',
    pt: 'Metros, de 0 a 100.000.000.', ru: 'Метры, от 0 до 100 000 000.',
  },
  day: { en: 'This day does not exist.', es: 'Ese día no existe.', fr: 'Ce jour n’existe pas.', pt: 'Esse dia não existe.', ru: 'Такого дня нет.' },
  future: { en: 'This is in the future.', es: 'Eso está en el futuro.', fr: 'C’est dans le futur.', pt: 'Isso está no futuro.', ru: 'Это ещё не наступило.' },
  early: { en: 'Not before 1700.', es: 'No antes de 1700.', fr: 'Pas avant 1700.', pt: 'Não antes de 1700.', ru: 'Не раньше 1700 года.' },
  number: {
    en: 'A whole number from 1 to 10,000,000.', es: 'Un número entero de 1 a 10 000 000.', fr: 'Un nombre entier de 1 à 10 000 000.',
    pt: 'Um número inteiro de 1 a 10.000.000.', ru: 'Целое число от 1 до 10 000 000.',
  },
  long: {
    en: 'This text is too long.', es: 'El texto es demasiado largo.', fr: 'Ce texte est trop long.', pt: 'O texto é longo demais.',
    ru: 'Текст слишком длинный.',
  },
  refused: {
    en: 'The server says: {text}', es: 'El servidor dice: {text}', fr: 'Le serveur dit : {text}', pt: 'O servidor diz: {text}',
    ru: 'Ответ сервера: {text}',
  },
} satisfies Messages
