// <skeeter-map species="aedes-albopictus" country="it" height="480"></skeeter-map>: the map of this server in another page. Each attribute is a
// parameter of the map's address, with hyphens for underscores; height is in pixels, label says what the map shows to those who do not see it.
(() => {
  const address = new URL('./', document.currentScript.src)
  const own = new Set(['class', 'dir', 'height', 'hidden', 'id', 'label', 'part', 'slot', 'style', 'tabindex', 'title'])

  class SkeeterMap extends HTMLElement {
    #frame = document.createElement('iframe')
    #changes = new MutationObserver(() => this.#show())

    constructor() {
      super()
      this.#frame.style.cssText = 'display:block;width:100%;border:0'
      this.#frame.allow = 'fullscreen'
      this.#frame.loading = 'lazy'
      this.attachShadow({ mode: 'open' }).append(this.#frame)
    }

    connectedCallback() {
      this.style.display ||= 'block'
      this.#changes.observe(this, { attributes: true })
      this.#show()
    }

    disconnectedCallback() {
      this.#changes.disconnect()
    }

    #show() {
      const map = new URL(address)
      for (const { name, value } of this.attributes) if (!own.has(name)) map.searchParams.set(name.replaceAll('-', '_'), value)
      map.searchParams.set('embed', '1')
      this.#frame.title = this.getAttribute('label') ?? 'Skeeter'
      this.#frame.height = this.getAttribute('height') ?? '480'
      if (this.#frame.src !== map.href) this.#frame.src = map.href
    }
  }
  if (!customElements.get('skeeter-map')) customElements.define('skeeter-map', SkeeterMap)
})()
