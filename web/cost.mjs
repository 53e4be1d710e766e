import { chromium } from '@playwright/test'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false, args: ['--use-angle=swiftshader','--enable-unsafe-swiftshader','--ignore-gpu-blocklist'] })
const p = await (await b.newContext({ viewport: { width: 1440, height: 900 }, locale: process.env.LOCALE ?? 'en-US' })).newPage()
const sizes = []
p.on('requestfinished', async (r) => { const s = await r.sizes(); sizes.push([s.responseBodySize, r.resourceType(), r.url().replace(/^http:..[^/]*/, '').slice(0, 90)]) })
await p.goto('http://127.0.0.1:8197/', { waitUntil: 'networkidle' }); await p.waitForTimeout(2500)
const by = {}; for (const [n, t] of sizes) by[t] = (by[t] ?? 0) + n
console.log(by, 'sum', sizes.reduce((a, [n]) => a + n, 0), 'js', sizes.filter(s => /\.m?js(\?|$)/.test(s[2])).reduce((a, [n]) => a + n, 0))
console.log(sizes.sort((a, b) => b[0] - a[0]).slice(0, 14).map(String).join('\n'))
await b.close()
