import '@fontsource/caesar-dressing/latin-400.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { router } from './router.svelte';

router.start();
mount(App, { target: document.getElementById('app') as HTMLElement });
