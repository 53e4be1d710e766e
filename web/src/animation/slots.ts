// Which of the ring's slots loads what.

export interface Slot {
  /** Undefined: nothing yet. */
  key: string | undefined
  /** Whether what it was told last is there. A slot that still loads is not told something else: an answer that comes late would
   *  be taken for what was asked for since. */
  settled: boolean
}

/** The slots to be told something new, in the order of need: [slot, key]. What is there already stays where it is. */
export function assign(slots: readonly Slot[], wanted: readonly string[]): [slot: number, key: string][] {
  const held = new Set(slots.map((slot) => slot.key))
  const free = slots.flatMap((slot, i) => (slot.key === undefined || (slot.settled && !wanted.includes(slot.key)) ? [i] : []))
  return [...new Set(wanted)].filter((key) => !held.has(key)).slice(0, free.length).map((key, i) => [free[i]!, key])
}
