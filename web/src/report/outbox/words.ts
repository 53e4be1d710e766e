// The state of a draft in the reader's language.
import { t } from '../../i18n/locale.svelte'
import type { Draft } from './draft'
import type { Unkept } from './outbox.svelte'

/** Why the last attempt failed, '' when there was none. */
export function failureText({ failure }: Draft): string {
  if (!failure) return ''
  if (failure.type === 'slow_photo') return t('outbox.slowPhoto')
  if (failure.status === 0) return t('outbox.unreachable')
  if (failure.status === 401) return t('outbox.needsToken')
  if (failure.status === 412) return t('outbox.changedSince')
  if (failure.status >= 500 || failure.status === 408 || failure.status === 429) return t('outbox.busy')
  return failure.detail
}

export function unkeptText({ what, full }: Unkept): string {
  if (!full) return t('outbox.nothingKept')
  return t(what === 'photo' ? 'outbox.photoFull' : 'outbox.full')
}
