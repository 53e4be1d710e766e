import type { Messages } from '../../i18n/message'

export const messages = {
  invite: {
    en: 'Drag a photograph here, or', es: 'Arrastre aquí una fotografía, o', fr: 'Déposez une photo ici, ou', pt: 'Arraste uma foto para cá, ou',
    ru: 'Перетащите сюда фотографию или',
  },
  choose: { en: 'Choose a photograph', es: 'Elegir una fotografía', fr: 'Choisir une photo', pt: 'Escolher uma foto', ru: 'Выбрать фотографию' },
  take: { en: 'Take a photograph', es: 'Hacer una fotografía', fr: 'Prendre une photo', pt: 'Tirar uma foto', ru: 'Сделать снимок' },
  remove: { en: 'Remove the photograph', es: 'Quitar la fotografía', fr: 'Retirer la photo', pt: 'Remover a foto', ru: 'Убрать фотографию' },
  hint: {
    en: 'One mosquito that fills the picture is identified best. JPEG or PNG, up to 10 MB; a report can also be made without.',
    es: 'Se identifica mejor un solo mosquito que llene la imagen. JPEG o PNG, hasta 10 MB; también se puede notificar sin fotografía.',
    fr: 'Un seul moustique qui remplit l’image s’identifie le mieux. JPEG ou PNG, jusqu’à 10 Mo ; un signalement sans photo est possible.',
    pt: 'Um único mosquito que preencha a imagem é o mais fácil de identificar. JPEG ou PNG, até 10 MB; também é possível registrar sem foto.',
    ru: 'Лучше всего определяется один комар во весь кадр. JPEG или PNG, до 10 МБ; сообщить можно и без фотографии.',
  },
  sends: {
    en: 'The photograph is sent to this server to be identified, without its metadata being shown to anyone.',
    es: 'La fotografía se envía a este servidor para identificarla; sus metadatos no se muestran a nadie.',
    fr: 'La photo est envoyée à ce serveur pour être identifiée ; ses métadonnées ne sont montrées à personne.',
    pt: 'A foto é enviada a este servidor para ser identificada; seus metadados não são mostrados a ninguém.',
    ru: 'Фотография отправляется на этот сервер для определения; её метаданные никому не показываются.',
  },
  preparing: { en: 'Reading the photograph…', es: 'Leyendo la fotografía…', fr: 'Lecture de la photo…', pt: 'Lendo a foto…', ru: 'Читаем фотографию…' },
  smaller: {
    en: 'For sending it was made a JPEG of {width} × {height} pixels ({size} MB).', es: 'Para enviarla se convirtió en un JPEG de {width} × {height} píxeles ({size} MB).',
    fr: 'Pour l’envoi, elle est devenue un JPEG de {width} × {height} pixels ({size} Mo).',
    pt: 'Para o envio, virou um JPEG de {width} × {height} pixels ({size} MB).', ru: 'Для отправки она превращена в JPEG {width} × {height} пикселей ({size} МБ).',
  },
  notPicture: {
    en: 'This file is no picture.', es: 'Este archivo no es una imagen.', fr: 'Ce fichier n’est pas une image.', pt: 'Este arquivo não é uma imagem.',
    ru: 'Этот файл — не картинка.',
  },
  damaged: {
    en: 'This picture is damaged or in a form that this browser cannot open.', es: 'La imagen está dañada o este navegador no puede abrirla.',
    fr: 'Cette image est abîmée ou ce navigateur ne sait pas l’ouvrir.', pt: 'A imagem está danificada ou este navegador não consegue abri-la.',
    ru: 'Картинка повреждена, или этот браузер не может её открыть.',
  },
  heic: {
    en: 'This is a HEIC picture, which this browser cannot open. Save it as JPEG, or take the photograph here.',
    es: 'Es una imagen HEIC y este navegador no puede abrirla. Guárdela como JPEG o haga la fotografía aquí.',
    fr: 'C’est une image HEIC, que ce navigateur ne sait pas ouvrir. Enregistrez-la en JPEG ou prenez la photo ici.',
    pt: 'É uma imagem HEIC, que este navegador não consegue abrir. Salve como JPEG ou tire a foto aqui.',
    ru: 'Это снимок HEIC, который этот браузер не открывает. Сохраните его как JPEG или сделайте снимок здесь.',
  },
  preview: { en: 'Your photograph', es: 'Su fotografía', fr: 'Votre photo', pt: 'Sua foto', ru: 'Ваша фотография' },
  uploading: { en: 'Sending the photograph: {share}', es: 'Enviando la fotografía: {share}', fr: 'Envoi de la photo : {share}', pt: 'Enviando a foto: {share}', ru: 'Отправка фотографии: {share}' },
  looking: { en: 'The model is looking…', es: 'El modelo la está mirando…', fr: 'Le modèle regarde…', pt: 'O modelo está olhando…', ru: 'Модель смотрит…' },
  cancel: { en: 'Cancel', es: 'Cancelar', fr: 'Annuler', pt: 'Cancelar', ru: 'Отменить' },
  cancelled: {
    en: 'Not identified: you cancelled it.', es: 'Sin identificar: lo canceló usted.', fr: 'Non identifiée : vous avez annulé.',
    pt: 'Não identificada: você cancelou.', ru: 'Не определено: вы отменили.',
  },
  identify: { en: 'Identify', es: 'Identificar', fr: 'Identifier', pt: 'Identificar', ru: 'Определить' },
  result: { en: 'What the model says', es: 'Lo que dice el modelo', fr: 'Ce que dit le modèle', pt: 'O que o modelo diz', ru: 'Что говорит модель' },
  isSpecies: {
    en: 'Probably this species:', es: 'Probablemente esta especie:', fr: 'Probablement cette espèce :', pt: 'Provavelmente esta espécie:',
    ru: 'Вероятно, этот вид:',
  },
  isGenus: {
    en: 'Which species it is, the model cannot tell. Probably this genus:', es: 'El modelo no sabe qué especie es. Probablemente este género:',
    fr: 'Le modèle ne peut pas dire l’espèce. Probablement ce genre :', pt: 'O modelo não sabe dizer a espécie. Provavelmente este gênero:',
    ru: 'Какой это вид, модель сказать не может. Вероятно, этот род:',
  },
  isNone: {
    en: 'None of the species that the model knows ({share}). Or no mosquito at all.', es: 'Ninguna de las especies que el modelo conoce ({share}). O no es un mosquito.',
    fr: 'Aucune des espèces que le modèle connaît ({share}). Ou pas un moustique du tout.',
    pt: 'Nenhuma das espécies que o modelo conhece ({share}). Ou nem é um mosquito.', ru: 'Ни один из видов, которые модель знает ({share}). Или вообще не комар.',
  },
  isUnknown: {
    en: 'The model cannot tell.', es: 'El modelo no lo sabe.', fr: 'Le modèle ne peut pas le dire.', pt: 'O modelo não sabe dizer.',
    ru: 'Модель не может этого сказать.',
  },
  accept: { en: 'Use {name}', es: 'Usar {name}', fr: 'Prendre {name}', pt: 'Usar {name}', ru: 'Принять {name}' },
  accepted: { en: '{name} is taken.', es: 'Se tomó {name}.', fr: '{name} est pris.', pt: '{name} foi usado.', ru: 'Принято: {name}.' },
  none: { en: 'none of these', es: 'ninguna de estas', fr: 'aucune de celles-ci', pt: 'nenhuma destas', ru: 'ничего из этого' },
  limits: {
    en: 'The model {model} knows only the {n, plural, one {# species} other {# species}} listed here. It takes another species for one of them, or for ‘none of these’, and it is sometimes sure and wrong. A percentage is its own estimate, not a proof. Below {threshold} no name is given.',
    es: 'El modelo {model} solo conoce {n, plural, one {# especie, la de la lista} other {las # especies de la lista}}. Toma otra especie por una de ellas o por «ninguna de estas», y a veces se equivoca con seguridad. Un porcentaje es su propia estimación, no una prueba. Por debajo de {threshold} no se da ningún nombre.',
    fr: 'Le modèle {model} ne connaît que {n, plural, one {# espèce, celle de la liste} other {les # espèces de la liste}}. Il prend une autre espèce pour l’une d’elles, ou pour « aucune de celles-ci », et se trompe parfois avec assurance. Un pourcentage est sa propre estimation, pas une preuve. Sous {threshold}, aucun nom n’est donné.',
    pt: 'O modelo {model} só conhece {n, plural, one {# espécie, a da lista} other {as # espécies da lista}}. Toma outra espécie por uma delas, ou por “nenhuma destas”, e às vezes erra com segurança. Uma porcentagem é a própria estimativa dele, não uma prova. Abaixo de {threshold} nenhum nome é dado.',
    ru: 'Модель {model} знает только {n, plural, one {# вид} few {# вида} many {# видов} other {# вида}} из этого списка. Другой вид она примет за один из них или за «ничего из этого» и иногда ошибается уверенно. Процент — её собственная оценка, а не доказательство. Ниже {threshold} название не даётся.',
  },
  correct: {
    en: 'You decide: take the name, or write another below.', es: 'Usted decide: tome el nombre o escriba otro abajo.',
    fr: 'C’est vous qui décidez : prenez le nom ou écrivez-en un autre plus bas.', pt: 'Você decide: use o nome ou escreva outro abaixo.',
    ru: 'Решаете вы: примите название или напишите другое ниже.',
  },
  noModel: {
    en: 'This server has no model to identify photographs. Please write the species yourself; the report goes on without.',
    es: 'Este servidor no tiene un modelo para identificar fotografías. Escriba la especie; la notificación sigue sin él.',
    fr: 'Ce serveur n’a pas de modèle pour identifier les photos. Écrivez l’espèce vous-même ; le signalement continue sans lui.',
    pt: 'Este servidor não tem um modelo para identificar fotos. Escreva a espécie; o registro continua sem ele.',
    ru: 'На этом сервере нет модели для определения по фотографии. Напишите вид сами; сообщить можно и без неё.',
  },
  predictionFailed: {
    en: 'The photograph could not be identified. The report goes on without.', es: 'No se pudo identificar la fotografía. La notificación sigue sin ello.',
    fr: 'La photo n’a pas pu être identifiée. Le signalement continue sans cela.', pt: 'Não foi possível identificar a foto. O registro continua sem isso.',
    ru: 'Фотографию не удалось определить. Сообщить можно и без этого.',
  },
  offline: {
    en: 'The server cannot be reached. The photograph is kept with the report.', es: 'No se puede contactar con el servidor. La fotografía se guarda con la notificación.',
    fr: 'Le serveur est injoignable. La photo est gardée avec le signalement.', pt: 'Não é possível acessar o servidor. A foto fica guardada com o registro.',
    ru: 'Сервер недоступен. Фотография сохранена вместе с сообщением.',
  },
  lost: {
    en: 'The photograph of this draft could not be kept. Please choose it again.', es: 'La fotografía de este borrador no se pudo conservar. Elíjala de nuevo.',
    fr: 'La photo de ce brouillon n’a pas pu être gardée. Choisissez-la de nouveau.', pt: 'A foto deste rascunho não pôde ser guardada. Escolha-a de novo.',
    ru: 'Фотография этого черновика не сохранилась. Выберите её ещё раз.',
  },
  again: { en: 'Try again', es: 'Reintentar', fr: 'Réessayer', pt: 'Tentar de novo', ru: 'Повторить' },
  ownPlace: {
    en: 'The photograph says where it was taken: {place}.', es: 'La fotografía dice dónde se hizo: {place}.', fr: 'La photo dit où elle a été prise : {place}.',
    pt: 'A foto diz onde foi tirada: {place}.', ru: 'В фотографии записано место съёмки: {place}.',
  },
  ownDate: {
    en: 'The photograph says when it was taken: {date}.', es: 'La fotografía dice cuándo se hizo: {date}.', fr: 'La photo dit quand elle a été prise : {date}.',
    pt: 'A foto diz quando foi tirada: {date}.', ru: 'В фотографии записано время съёмки: {date}.',
  },
  usePlace: { en: 'Use this place', es: 'Usar este lugar', fr: 'Prendre ce lieu', pt: 'Usar este local', ru: 'Взять это место' },
  useDate: { en: 'Use this date', es: 'Usar esta fecha', fr: 'Prendre cette date', pt: 'Usar esta data', ru: 'Взять эту дату' },
  show: {
    en: 'Show the photograph with the record', es: 'Mostrar la fotografía con el registro', fr: 'Montrer la photo avec l’enregistrement',
    pt: 'Mostrar a foto com o registro', ru: 'Показывать фотографию вместе с записью',
  },
  showHint: {
    en: 'Everyone can see it then, and it is kept for good. Otherwise the server deletes it after a while.',
    es: 'Entonces cualquiera puede verla y se conserva. Si no, el servidor la borra pasado un tiempo.',
    fr: 'Tout le monde peut alors la voir, et elle est conservée. Sinon le serveur l’efface après quelque temps.',
    pt: 'Nesse caso qualquer pessoa pode vê-la e ela é mantida. Senão, o servidor a apaga depois de um tempo.',
    ru: 'Тогда её увидят все, и она останется. Иначе сервер через некоторое время её удалит.',
  },
  notShown: {
    en: 'This server does not keep photographs: the record will be without.', es: 'Este servidor no guarda fotografías: el registro no la tendrá.',
    fr: 'Ce serveur ne garde pas les photos : l’enregistrement n’en aura pas.', pt: 'Este servidor não guarda fotos: o registro ficará sem ela.',
    ru: 'Этот сервер не хранит фотографии: запись будет без неё.',
  },
} satisfies Messages
