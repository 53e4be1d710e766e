import { defineConfig } from '@playwright/test'

import base from '../e2e/playwright.config'

// Measurements, not tests: they run one after the other, without a time limit.
export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: undefined,
  workers: 1,
  timeout: 0,
  reporter: [['line']],
  projects: [{ name: 'bench', testMatch: '*.bench.ts' }],
})
