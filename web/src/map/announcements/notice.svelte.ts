// A short text over the map, such as that nothing is near its centre.

/** Milliseconds that a notice stays. */
const duration = 5000

export class Notice {
  text = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined

  show(text: string) {
    clearTimeout(this.#timer)
    this.text = text
    this.#timer = setTimeout(() => (this.text = ''), duration)
  }
}
