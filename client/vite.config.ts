import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The page is built into the Python package, which serves and ships it.
// `npm run dev` serves it with reloading, over a `texcoco serve` on its usual port.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/texcoco/web/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the policy of the page forbids nothing that is inlined but data: fonts
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } }, // on a busy machine they say that it is busy
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  test: { include: ['src/**/*.test.ts'], css: true }, // the tests of colours read app.css
});
