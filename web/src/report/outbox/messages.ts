import type { Messages } from '../../i18n/message'

export const messages = {
  title: { en: 'On this device', es: 'En este dispositivo', fr: 'Sur cet appareil', pt: 'Neste dispositivo', ru: 'На этом устройстве' },
  explain: {
    en: 'What stands here is not with the server yet. It stays on this device until it is sent, and counts once, however often it is tried.',
    es: 'Lo que figura aquí aún no está en el servidor. Se queda en este dispositivo hasta que se envíe y cuenta una sola vez, por mucho que se intente.',
    fr: 'Ce qui figure ici n’est pas encore sur le serveur. Cela reste sur cet appareil jusqu’à l’envoi et ne compte qu’une fois, quel que soit le nombre d’essais.',
    pt: 'O que está aqui ainda não chegou ao servidor. Fica neste dispositivo até ser enviado e conta uma só vez, por mais que se tente.',
    ru: 'Того, что здесь перечислено, на сервере пока нет. Оно хранится на этом устройстве, пока не отправлено, и засчитывается один раз, сколько бы попыток ни было.',
  },
  untitled: { en: 'No species yet', es: 'Sin especie todavía', fr: 'Pas encore d’espèce', pt: 'Ainda sem espécie', ru: 'Вид ещё не указан' },
  withPhoto: { en: 'with a photograph', es: 'con fotografía', fr: 'avec photo', pt: 'com foto', ru: 'с фотографией' },
  change: {
    en: 'change of a record', es: 'cambio de un registro', fr: 'modification d’un enregistrement', pt: 'alteração de um registro', ru: 'изменение записи',
  },
  writing: { en: 'Draft', es: 'Borrador', fr: 'Brouillon', pt: 'Rascunho', ru: 'Черновик' },
  waiting: { en: 'To be sent', es: 'Por enviar', fr: 'À envoyer', pt: 'A enviar', ru: 'Ждёт отправки' },
  sending: { en: 'Being sent…', es: 'Enviando…', fr: 'Envoi en cours…', pt: 'Enviando…', ru: 'Отправляется…' },
  refused: { en: 'Refused', es: 'Rechazada', fr: 'Refusé', pt: 'Recusado', ru: 'Отклонено' },
  unreachable: {
    en: 'The server could not be reached.', es: 'No se pudo contactar con el servidor.', fr: 'Le serveur était injoignable.',
    pt: 'Não foi possível acessar o servidor.', ru: 'Сервер был недоступен.',
  },
  slowPhoto: {
    en: 'Sending the photograph took too long.', es: 'Enviar la fotografía tardó demasiado.', fr: 'L’envoi de la photo a pris trop de temps.',
    pt: 'O envio da foto demorou demais.', ru: 'Фотография отправлялась слишком долго.',
  },
  changedSince: {
    en: 'The record was changed elsewhere meanwhile. Open it to see both versions and to decide.',
    es: 'Entretanto el registro se modificó en otro lugar. Ábralo para ver ambas versiones y decidir.',
    fr: 'Entre-temps, l’enregistrement a été modifié ailleurs. Ouvrez-le pour voir les deux versions et décider.',
    pt: 'Enquanto isso, o registro foi alterado em outro lugar. Abra-o para ver as duas versões e decidir.',
    ru: 'Тем временем запись изменили в другом месте. Откройте её, чтобы увидеть обе версии и решить.',
  },
  busy: {
    en: 'The server could not take it at that moment.', es: 'El servidor no pudo recibirla en ese momento.', fr: 'Le serveur n’a pas pu le prendre à ce moment.',
    pt: 'O servidor não pôde recebê-lo naquele momento.', ru: 'Сервер не смог его принять в тот момент.',
  },
  needsToken: {
    en: 'The server wants its write token.', es: 'El servidor pide su clave de escritura.', fr: 'Le serveur demande sa clé d’écriture.',
    pt: 'O servidor pede a chave de escrita.', ru: 'Сервер требует ключ для записи.',
  },
  send: { en: 'Send now', es: 'Enviar ahora', fr: 'Envoyer maintenant', pt: 'Enviar agora', ru: 'Отправить сейчас' },
  sendWithout: {
    en: 'Send without the photograph', es: 'Enviar sin la fotografía', fr: 'Envoyer sans la photo', pt: 'Enviar sem a foto', ru: 'Отправить без фотографии',
  },
  edit: { en: 'Open', es: 'Abrir', fr: 'Ouvrir', pt: 'Abrir', ru: 'Открыть' },
  discard: { en: 'Discard', es: 'Descartar', fr: 'Supprimer', pt: 'Descartar', ru: 'Удалить' },
  really: { en: 'Really discard it?', es: '¿Descartar de verdad?', fr: 'Vraiment supprimer ?', pt: 'Descartar mesmo?', ru: 'Точно удалить?' },
  keep: { en: 'Keep it', es: 'Conservar', fr: 'Garder', pt: 'Manter', ru: 'Оставить' },
  automatic: {
    en: 'Send by itself as soon as the server can be reached (while a page of this site is open)',
    es: 'Enviar automáticamente en cuanto haya conexión (con una página de este sitio abierta)',
    fr: 'Envoyer tout seul dès que le serveur est joignable (tant qu’une page de ce site est ouverte)',
    pt: 'Enviar sozinho assim que houver conexão (com uma página deste site aberta)',
    ru: 'Отправлять само, как только сервер доступен (пока открыта страница этого сайта)',
  },
  sent: { en: 'Sent: {species}', es: 'Enviada: {species}', fr: 'Envoyé : {species}', pt: 'Enviado: {species}', ru: 'Отправлено: {species}' },
  toRecord: { en: 'See the record', es: 'Ver el registro', fr: 'Voir l’enregistrement', pt: 'Ver o registro', ru: 'Открыть запись' },
  full: {
    en: 'This device is full. What you wrote cannot be kept when the page is closed: send it now, or make room.',
    es: 'El dispositivo está lleno. Lo escrito no se conservará al cerrar la página: envíelo ahora o libere espacio.',
    fr: 'Cet appareil est plein. Ce que vous avez écrit ne sera pas gardé à la fermeture de la page : envoyez-le maintenant ou faites de la place.',
    pt: 'O dispositivo está cheio. O que você escreveu não será mantido ao fechar a página: envie agora ou libere espaço.',
    ru: 'На устройстве нет места. Написанное не сохранится, если закрыть страницу: отправьте сейчас или освободите место.',
  },
  photoFull: {
    en: 'This device is full: the text is kept, the photograph only until the page is closed. Send it now, or make room and choose it again.',
    es: 'El dispositivo está lleno: el texto se conserva, la fotografía solo hasta cerrar la página. Envíela ahora o libere espacio y elíjala de nuevo.',
    fr: 'Cet appareil est plein : le texte est gardé, la photo seulement jusqu’à la fermeture de la page. Envoyez-la maintenant, ou faites de la place et choisissez-la de nouveau.',
    pt: 'O dispositivo está cheio: o texto é mantido, a foto só até fechar a página. Envie agora, ou libere espaço e escolha-a de novo.',
    ru: 'На устройстве нет места: текст сохранён, фотография — только пока открыта страница. Отправьте сейчас или освободите место и выберите её снова.',
  },
  nothingKept: {
    en: 'This browser keeps nothing (a private window, perhaps). Do not close the page before it is sent.',
    es: 'Este navegador no guarda nada (quizá una ventana privada). No cierre la página antes de enviar.',
    fr: 'Ce navigateur ne garde rien (fenêtre privée, peut-être). Ne fermez pas la page avant l’envoi.',
    pt: 'Este navegador não guarda nada (talvez uma janela anônima). Não feche a página antes de enviar.',
    ru: 'Этот браузер ничего не хранит (возможно, приватное окно). Не закрывайте страницу до отправки.',
  },
} satisfies Messages
