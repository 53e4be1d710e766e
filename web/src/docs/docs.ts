// Starts Swagger UI on the page /docs.

interface SwaggerOptions {
  url: string
  dom_id: string
  deepLinking: boolean
  displayOperationId: boolean
  filter: boolean
  tryItOutEnabled: boolean
  validatorUrl: null
  defaultModelsExpandDepth: number
}

declare function SwaggerUIBundle(options: SwaggerOptions): void

const target = document.getElementById('docs')
const url = target?.dataset.spec
if (url) {
  SwaggerUIBundle({
    url,
    dom_id: '#docs',
    deepLinking: true,
    displayOperationId: false,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null, // the default asks a foreign host for a badge
    defaultModelsExpandDepth: 0,
  })
}
