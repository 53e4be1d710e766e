import type { Messages } from '../i18n/message'

export const messages = {
  asTable: { en: 'As a table', es: 'Como tabla', fr: 'Sous forme de tableau', pt: 'Como tabela', ru: 'Таблицей' },
  summary: {
    en: '{label}. Most: {top}, {value, number}.',
    es: '{label}. Máximo: {top}, {value, number}.',
    fr: '{label}. Maximum : {top}, {value, number}.',
    pt: '{label}. Máximo: {top}, {value, number}.',
    ru: '{label}. Больше всего: {top}, {value, number}.',
  },
} satisfies Messages
