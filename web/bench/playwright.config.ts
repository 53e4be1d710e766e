import { defineConfig } from '@playwright/test'

import base from '../e2e/playwright.config'

// Measurements, not tests: one after the other, as long as they take.
export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: undefined,
  workers: 1,
  timeout: 0,
  reporter: [['line']],
  projects: [{ name: 'bench', testMatch: '*.bench.ts' }],
})
