import { defineConfig } from '@playwright/test'

import base from '../e2e/playwright.config'

// Pictures for docs/pictures, not tests.
export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: undefined,
  workers: 1,
  reporter: [['line']],
  use: { ...base.use, viewport: { width: 1200, height: 760 } },
  projects: [{ name: 'pictures', testMatch: '*.pictures.ts' }],
})
