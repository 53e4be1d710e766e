// Words of the field that several pages say.
import type { Observation, VectorStatus } from '../api/types'
import type { Message, Messages } from '../i18n/message'

export const messages = {
  vectorStatus: { en: 'Role as a vector', es: 'Papel como vector', fr: 'Rôle de vecteur', pt: 'Papel como vetor', ru: 'Роль переносчика' },
  lifeStage: { en: 'Life stage', es: 'Fase de vida', fr: 'Stade de vie', pt: 'Fase de vida', ru: 'Стадия развития' },
  sex: { en: 'Sex', es: 'Sexo', fr: 'Sexe', pt: 'Sexo', ru: 'Пол' },
} satisfies Messages

export const vectorStatuses: Record<VectorStatus, Message> = {
  High: { en: 'Major vector', es: 'Vector principal', fr: 'Vecteur majeur', pt: 'Vetor principal', ru: 'Основной переносчик' },
  Moderate: { en: 'Moderate vector', es: 'Vector moderado', fr: 'Vecteur modéré', pt: 'Vetor moderado', ru: 'Умеренный переносчик' },
  Low: { en: 'Minor vector', es: 'Vector menor', fr: 'Vecteur mineur', pt: 'Vetor menor', ru: 'Второстепенный переносчик' },
  None: { en: 'No vector', es: 'No es vector', fr: 'Non vecteur', pt: 'Não é vetor', ru: 'Не переносчик' },
  Unknown: { en: 'Role unknown', es: 'Papel desconocido', fr: 'Rôle inconnu', pt: 'Papel desconhecido', ru: 'Роль неизвестна' },
}

export const recordStatuses: Record<Observation['status'], Message> = {
  unverified: { en: 'Unverified', es: 'Sin verificar', fr: 'Non vérifié', pt: 'Não verificado', ru: 'Не проверено' },
  verified: { en: 'Verified', es: 'Verificado', fr: 'Vérifié', pt: 'Verificado', ru: 'Проверено' },
  rejected: { en: 'Rejected', es: 'Rechazado', fr: 'Rejeté', pt: 'Rejeitado', ru: 'Отклонено' },
}

/** Values of Darwin Core's lifeStage and sex that mosquito records say. */
export const values: Messages = {
  egg: { en: 'Egg', es: 'Huevo', fr: 'Œuf', pt: 'Ovo', ru: 'Яйцо' },
  larva: { en: 'Larva', es: 'Larva', fr: 'Larve', pt: 'Larva', ru: 'Личинка' },
  pupa: { en: 'Pupa', es: 'Pupa', fr: 'Nymphe', pt: 'Pupa', ru: 'Куколка' },
  adult: { en: 'Adult', es: 'Adulto', fr: 'Adulte', pt: 'Adulto', ru: 'Имаго' },
  female: { en: 'Female', es: 'Hembra', fr: 'Femelle', pt: 'Fêmea', ru: 'Самка' },
  male: { en: 'Male', es: 'Macho', fr: 'Mâle', pt: 'Macho', ru: 'Самец' },
  mixed: { en: 'Mixed', es: 'Mixto', fr: 'Mixte', pt: 'Misto', ru: 'Смешанный' },
  unknown: { en: 'Unknown', es: 'Desconocido', fr: 'Inconnu', pt: 'Desconhecido', ru: 'Неизвестно' },
}
