import { chromium } from '@playwright/test'
const [,, out, url, w='1440', h='900', scheme='light', ...steps] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false, args: ['--use-angle=swiftshader','--enable-unsafe-swiftshader','--ignore-gpu-blocklist'] })
const c = await b.newContext({ viewport: { width: +w, height: +h }, colorScheme: scheme, locale: process.env.LOCALE ?? 'en-US', timezoneId: process.env.TZID, isMobile: +w < 500, hasTouch: +w < 500 })
const p = await c.newPage()
p.on('console', m => m.type()!=='log' && console.log(m.type(), m.text()))
if (url.startsWith('<')) await p.setContent(url); else await p.goto(url, { waitUntil: 'networkidle' })
await p.waitForTimeout(+(process.env.WAIT ?? 1500))
for (const s of steps) { const r = await p.evaluate(s); if (r !== undefined) console.log(JSON.stringify(r)); await p.waitForTimeout(800) }
if (process.env.MEDIA) await p.emulateMedia({ media: process.env.MEDIA })
await p.screenshot({ path: out, fullPage: process.env.FULL === '1', omitBackground: process.env.ALPHA === '1' })
await b.close()
