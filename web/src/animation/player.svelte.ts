// Plays frames on the map. The clock waits for a frame that is late, so that the label always names the frame shown.
import type { Frame } from './frames'
import type { Ring } from './ring'

/** Frames a second. */
export const rates = [0.5, 1, 2, 4, 7, 10] as const

/** Frames that are loaded before they are due: half a second at the fastest. */
export const ahead = 6

/** Milliseconds that a frame may be late before `late` is set. */
const patience = 300

export class Player {
  frames = $state.raw<readonly Frame[]>([])
  /** The frame on the map, -1 before the first. */
  at = $state(-1)
  /** The frame to show next. */
  goal = $state(0)
  playing = $state(false)
  rate = $state<number>(2)
  late = $state(false)
  failed = $state(false)
  /** Called with a frame when it is on the map. */
  onshow: (frame: Frame) => void = () => undefined
  #ring: Ring
  #key: (frame: Frame) => string = () => ''
  #due = 0
  #asked = 0
  #request = 0

  constructor(ring: Ring) {
    this.#ring = ring
  }

  /** Sets another sequence and shows one of its frames. */
  set(frames: readonly Frame[], first: number, key: (frame: Frame) => string) {
    this.frames = frames
    this.#key = key
    this.at = -1
    this.#go(Math.min(first, frames.length - 1))
  }

  play() {
    if (this.frames.length < 2) return
    this.playing = true
    this.#due = performance.now() + 1000 / this.rate
    this.#go(this.#after(Math.max(this.at, 0)))
  }

  pause() {
    this.playing = false
    if (this.at >= 0) this.goal = this.at
    this.late = false
  }

  /** Goes to a frame and stays there. */
  seek(i: number) {
    this.playing = false
    this.#go(Math.max(0, Math.min(this.frames.length - 1, i)))
  }

  step(by: 1 | -1) {
    const from = this.playing ? this.at : this.goal
    this.seek((from + by + this.frames.length) % this.frames.length)
  }

  faster(by: 1 | -1) {
    const i = rates.findIndex((rate) => rate === this.rate)
    this.rate = rates[Math.max(0, Math.min(rates.length - 1, i + by))]!
  }

  retry() {
    this.failed = false
    this.#ring.retry()
    this.#run()
  }

  stop() {
    this.playing = false
    cancelAnimationFrame(this.#request)
    this.#request = 0
  }

  #after = (i: number) => (i + 1) % this.frames.length

  #go(i: number) {
    this.goal = i
    this.#asked = performance.now()
    this.#run()
  }

  #run() {
    this.#request ||= requestAnimationFrame(this.#tick)
  }

  #tick = (now: number) => {
    this.#request = 0
    const goal = this.frames[this.goal]
    if (!goal) return
    this.#ring.want(Array.from({ length: Math.min(ahead, this.frames.length) }, (_, i) => this.#key(this.frames[(this.goal + i) % this.frames.length]!)))
    const waiting = this.goal !== this.at
    if (waiting && (!this.playing || now >= this.#due)) {
      const key = this.#key(goal)
      if (this.#ring.ready(key)) this.#show(goal, key, now)
      else {
        this.late = now - Math.max(this.#asked, this.#due) > patience
        this.failed = this.#ring.failed(key)
      }
    }
    if (this.playing || this.goal !== this.at) this.#run()
  }

  #show(frame: Frame, key: string, now: number) {
    this.#ring.show(key)
    this.at = this.goal
    this.late = false
    this.failed = false
    this.onshow(frame)
    if (!this.playing) return
    this.goal = this.#after(this.at)
    const interval = 1000 / this.rate
    // A late frame delays all later ones.
    this.#due = now - this.#due < interval ? this.#due + interval : now + interval
    this.#asked = now
  }
}
