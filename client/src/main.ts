import '@fontsource/caesar-dressing/latin-400.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { router } from './router.svelte';

// After an update of the server the parts of the page that were not fetched yet are gone: the new page has them.
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('texcoco.fetched-anew') ?? 0);
  if (Date.now() - last < 60_000) return; // it was not that
  sessionStorage.setItem('texcoco.fetched-anew', String(Date.now()));
  location.reload();
});

router.start();
mount(App, { target: document.getElementById('app') as HTMLElement });
