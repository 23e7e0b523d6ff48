import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { install } from './install.svelte';
import { keyboard } from './keyboard.svelte';
import { notices } from './notice.svelte';
import { router } from './router.svelte';

addEventListener('vite:preloadError', notices.broken);
router.start();
install.start();
keyboard.start();
mount(App, { target: document.getElementById('app') as HTMLElement });

// Where there is none (an old browser, a private window, plain HTTP), all but notifications on phones works without it.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/worker.js').catch(() => {});
