import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { t } from './i18n/index.svelte';
import { notices } from './notice.svelte';
import { router } from './router.svelte';

// a part that is loaded when it is wanted does not arrive: there is no connection, or the server has a newer page by now
addEventListener('vite:preloadError', () => notices.tell(t('broken.title')));
router.start();
mount(App, { target: document.getElementById('app') as HTMLElement });
