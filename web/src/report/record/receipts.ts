// Receipts of this device's anonymous reports: by them the server knows that a record is the reader's own, also before it is public. They stay in
// the browser's storage, because nothing else lets somebody without an account correct or withdraw a record later. They are in no address.
import { root } from '../../app/settings'
import { local, read, write } from '../../app/storage'
import type { Observation } from '../../api/types'

const key = (id: string) => 'skeeter-receipt-' + id + root

/** Keeps the receipt of a new record; the server shows it this once. */
export function keepReceipt({ id, receipt }: Observation) {
  if (receipt) write(local, key(id), receipt)
}

export const hasReceipt = (id: string) => read(local, key(id)) !== ''

/** The header for a request about a record; none without a receipt. */
export function receiptHeader(id: string): Record<string, string> {
  const receipt = read(local, key(id))
  return receipt ? { 'Skeeter-Receipt': receipt } : {}
}
