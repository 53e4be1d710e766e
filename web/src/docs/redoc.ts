// Starts ReDoc on the page /redoc.

interface RedocOptions {
  hideHostname: boolean
  expandResponses: string
  nativeScrollbars: boolean
  theme: { colors: { primary: { main: string } }; typography: { fontFamily: string; headings: { fontFamily: string } } }
}

declare const Redoc: {
  init(url: string, options: RedocOptions, element: HTMLElement): void
}

const fontFamily = 'system-ui, sans-serif'
const target = document.getElementById('redoc')
const url = target?.dataset.spec
if (target && url) {
  Redoc.init(
    url,
    {
      hideHostname: true,
      expandResponses: '200,201',
      nativeScrollbars: true,
      theme: { colors: { primary: { main: '#0b6b61' } }, typography: { fontFamily, headings: { fontFamily } } },
    },
    target,
  )
}
