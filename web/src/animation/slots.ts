// Which slot of the ring loads which window.

export interface Slot {
  /** The window's query; undefined for an unused slot. */
  key: string | undefined
  /** Whether the window is loaded. A slot that still loads gets no other window: late tiles would be taken for those of the new one. */
  settled: boolean
}

/** The slots that load another window: [slot, key], in the order of `wanted`. Windows that a slot has already stay there. */
export function assign(slots: readonly Slot[], wanted: readonly string[]): [slot: number, key: string][] {
  const held = new Set(slots.map((slot) => slot.key))
  const free = slots.flatMap((slot, i) => (slot.key === undefined || (slot.settled && !wanted.includes(slot.key)) ? [i] : []))
  return [...new Set(wanted)].filter((key) => !held.has(key)).slice(0, free.length).map((key, i) => [free[i]!, key])
}
