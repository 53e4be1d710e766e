// Starts the application in the page that the server made (pages/app.html).
import { mount } from 'svelte'

import App from './App.svelte'
import './app/app.css'

const target = document.getElementById('app')
if (target) mount(App, { target })
