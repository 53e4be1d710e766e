import { defineConfig, devices } from '@playwright/test'

import { chromium } from './support/chromium'

// Tests of the API alone (*.api.ts) need no browser. Without one, the tests of the pages are skipped with a warning.
if (!chromium && !process.env.TEST_WORKER_INDEX) {
  console.warn('SKIPPED: every test of the pages. No Chromium: CHROMIUM is not set, and none is in PATH.')
}

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/setup.ts',
  fullyParallel: true,
  workers: 2,
  // They tell a hang, and nothing else: a busy machine refuses no change.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    serviceWorkers: 'block', // it keeps what tests change; installed.spec.ts has it
    launchOptions: {
      executablePath: chromium,
      // WebGL without a graphics card.
      args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
      chromiumSandbox: process.getuid?.() !== 0, // it refuses root
    },
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: process.env.E2E_TRACE ? 'only-on-failure' : 'off', // they show the pages in which tests decode pictures, too
  },
  projects: [
    { name: 'service', testMatch: '**/*.api.ts' },
    ...(chromium ? [{ name: 'pages', testMatch: '**/*.spec.ts' }] : []),
  ],
})
