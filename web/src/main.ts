// Starts the application in the page that the server made (pages/app.html).
import { mount } from 'svelte'

import App from './App.svelte'
import './app/fonts.css'
import './app/app.css'
import { load, pageAt } from './app/pages'
import { router } from './app/router.svelte'
import { installWorker } from './app/worker'
import { followLanguage } from './i18n/locale.svelte'

installWorker()

const target = document.getElementById('app')
// The page's code loads in parallel with the texts. The application itself shows errors.
const page = pageAt(router.path)?.page
if (page) load(page).catch(() => undefined)
void followLanguage().then(() => target && mount(App, { target }))
