import type { Messages } from '../i18n/message'

export const messages = {
  title: { en: 'Report a mosquito', es: 'Notificar un mosquito', fr: 'Signaler un moustique', pt: 'Registrar um mosquito', ru: 'Сообщить о комаре' },
  photo: {
    en: 'Photograph (optional)', es: 'Fotografía (opcional)', fr: 'Photo (facultatif)', pt: 'Foto (opcional)', ru: 'Фотография (необязательно)',
  },
  what: { en: 'What is it?', es: '¿Qué es?', fr: 'Qu’est-ce ?', pt: 'O que é?', ru: 'Кто это?' },
  where: { en: 'Where?', es: '¿Dónde?', fr: 'Où ?', pt: 'Onde?', ru: 'Где?' },
  when: { en: 'When, and what else?', es: '¿Cuándo, y qué más?', fr: 'Quand, et quoi d’autre ?', pt: 'Quando, e o que mais?', ru: 'Когда и что ещё?' },
  send: { en: 'Send the report', es: 'Enviar la notificación', fr: 'Envoyer le signalement', pt: 'Enviar o registro', ru: 'Отправить сообщение' },
  sending: { en: 'Sending…', es: 'Enviando…', fr: 'Envoi…', pt: 'Enviando…', ru: 'Отправляем…' },
  public: {
    en: 'A record is public: anyone can see its species, place, date and notes. What you write is kept on this device until it is sent.',
    es: 'Un registro es público: cualquiera ve la especie, el lugar, la fecha y las notas. Lo que escribe se guarda en este dispositivo hasta enviarlo.',
    fr: 'Un enregistrement est public : chacun voit l’espèce, le lieu, la date et les remarques. Ce que vous écrivez est gardé sur cet appareil jusqu’à l’envoi.',
    pt: 'Um registro é público: qualquer pessoa vê espécie, local, data e observações. O que você escreve fica neste dispositivo até ser enviado.',
    ru: 'Запись открыта всем: видны вид, место, дата и заметки. Написанное хранится на этом устройстве, пока не отправлено.',
  },
  mend: {
    en: '{n, plural, one {# field needs} other {# fields need}} attention.', es: '{n, plural, one {Hay # campo} other {Hay # campos}} por corregir.',
    fr: '{n, plural, one {# champ est} other {# champs sont}} à corriger.', pt: '{n, plural, one {# campo precisa} other {# campos precisam}} de atenção.',
    ru: '{n, plural, one {Исправьте # поле} few {Исправьте # поля} many {Исправьте # полей} other {Исправьте # поля}}.',
  },
  waits: {
    en: 'It could not be sent now. It is kept on this device and can be sent later.', es: 'No se pudo enviar ahora. Queda en este dispositivo y se puede enviar más tarde.',
    fr: 'L’envoi n’a pas abouti. Le signalement est gardé sur cet appareil et pourra partir plus tard.',
    pt: 'Não foi possível enviar agora. Fica neste dispositivo e pode ser enviado depois.',
    ru: 'Сейчас отправить не удалось. Сообщение сохранено на этом устройстве, его можно отправить позже.',
  },
  waitsUnkept: {
    en: 'It could not be sent now, and this device cannot keep it: leave this page open until it is sent.',
    es: 'No se pudo enviar ahora y este dispositivo no puede guardarla: deje la página abierta hasta que se envíe.',
    fr: 'L’envoi n’a pas abouti, et cet appareil ne peut pas le garder : laissez la page ouverte jusqu’à l’envoi.',
    pt: 'Não foi possível enviar agora, e este dispositivo não consegue guardá-lo: deixe a página aberta até o envio.',
    ru: 'Сейчас отправить не удалось, и устройство не может это сохранить: не закрывайте страницу, пока сообщение не отправлено.',
  },
  thanks: { en: 'Thank you, it is recorded.', es: 'Gracias, está registrado.', fr: 'Merci, c’est enregistré.', pt: 'Obrigado, está registrado.', ru: 'Спасибо, записано.' },
  toRecord: { en: 'See the record', es: 'Ver el registro', fr: 'Voir l’enregistrement', pt: 'Ver o registro', ru: 'Открыть запись' },
  another: { en: 'Report another', es: 'Notificar otro', fr: 'Faire un autre signalement', pt: 'Registrar outro', ru: 'Сообщить ещё' },
  discard: { en: 'Start anew', es: 'Empezar de nuevo', fr: 'Recommencer', pt: 'Começar de novo', ru: 'Начать заново' },
  really: {
    en: 'Throw away what is written?', es: '¿Descartar lo escrito?', fr: 'Supprimer ce qui est écrit ?', pt: 'Descartar o que foi escrito?',
    ru: 'Удалить написанное?',
  },
  yes: { en: 'Throw it away', es: 'Descartar', fr: 'Supprimer', pt: 'Descartar', ru: 'Удалить' },
  no: { en: 'Keep it', es: 'Conservar', fr: 'Garder', pt: 'Manter', ru: 'Оставить' },
  elsewhere: {
    en: 'This draft is open in another tab, or was sent.', es: 'Este borrador está abierto en otra pestaña o ya se envió.',
    fr: 'Ce brouillon est ouvert dans un autre onglet, ou a été envoyé.', pt: 'Este rascunho está aberto em outra aba ou já foi enviado.',
    ru: 'Этот черновик открыт в другой вкладке или уже отправлен.',
  },
  token: { en: 'Write token', es: 'Clave de escritura', fr: 'Clé d’écriture', pt: 'Chave de escrita', ru: 'Ключ для записи' },
  tokenHint: {
    en: 'This server takes records only with its token. It is kept until the tab is closed.', es: 'Este servidor solo acepta registros con su clave. Se recuerda hasta cerrar la pestaña.',
    fr: 'Ce serveur n’accepte d’enregistrements qu’avec sa clé. Elle est gardée jusqu’à la fermeture de l’onglet.',
    pt: 'Este servidor só aceita registros com sua chave. Ela é lembrada até fechar a aba.',
    ru: 'Этот сервер принимает записи только с ключом. Он помнится, пока открыта вкладка.',
  },
  wrongToken: {
    en: 'The server did not take this token.', es: 'El servidor no aceptó esta clave.', fr: 'Le serveur n’a pas accepté cette clé.',
    pt: 'O servidor não aceitou esta chave.', ru: 'Сервер не принял этот ключ.',
  },
} satisfies Messages
