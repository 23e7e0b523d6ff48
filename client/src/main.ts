import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { notices } from './notice.svelte';
import { router } from './router.svelte';

addEventListener('vite:preloadError', notices.broken);
router.start();
mount(App, { target: document.getElementById('app') as HTMLElement });
