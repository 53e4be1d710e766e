import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { parsedMessages } from './scripts/parsedMessages.ts'

// The Go package reads dist/manifest.json to find what a page needs; names below assets/ hold a hash of the content, so the
// server lets them be cached for good. Addresses are relative, because a deployment may live below a path.
export default defineConfig({
  base: './',
  plugins: [svelte(), parsedMessages()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    manifest: 'manifest.json',
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy has no data: for scripts and styles
    chunkSizeWarningLimit: 1200, // MapLibre GL JS
    rolldownOptions: { checks: { bundlerTimings: false }, input: { app: 'src/main.ts', docs: 'src/docs/docs.ts', redoc: 'src/docs/redoc.ts' } },
  },
  test: { include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs'], environment: 'node', pool: 'threads', isolate: false, setupFiles: ['scripts/fresh.ts'] },
})
