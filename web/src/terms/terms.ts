// Values of records in the reader's language.
import type { Observation } from '../api/types'
import { distance, language, number, t } from '../i18n/locale.svelte'
import { isKey } from '../i18n/message'

/** The text of a key, or the value itself where there is none. */
const word = (key: string, value: string) => (isKey(key, language()) ? t(key) : value)

/** A value of Darwin Core's lifeStage or sex, in any case. Reactive, as the next. */
export const term = (value: string): string => word(`term.${value.toLowerCase()}`, value)

export const vectorStatus = (status: string): string => word(`vectorStatus.${status.toLowerCase()}`, status)

export const vectorRole = (role: string): string => word(`vectorRole.${role}`, role)

export const qualityFlag = (flag: string): string => word(`flag.${flag}`, flag)

export const recordStatus = (status: string): string => word(`recordStatus.${status.toLowerCase()}`, status)

/** Who sees a record, and why others do not. */
export const standing = ({ publication, status }: Observation) =>
  publication === 'pending' && status === 'rejected' ? 'rejected' : publication

/** How far apart the sides of a cell of one degree are, roughly and at the equator, in metres. */
const DEGREE_M = 100_000

/** The size of a cell in which places are drawn, in degrees. */
export const cellText = (degrees: number): string =>
  t('place.cell', { degrees: number(degrees, { maximumFractionDigits: 4 }), size: distance(degrees * DEGREE_M) })
