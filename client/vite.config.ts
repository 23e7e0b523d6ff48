import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const inPackage = (folder: string) => decodeURI(new URL(`../src/texcoco/${folder}`, import.meta.url).pathname);
const [games, bots] = [inPackage('games'), inPackage('bots')];

// The page is built into the Python package, which serves and ships it.
// `npm run dev` serves it with reloading, over a `texcoco serve` on its usual port.
export default defineConfig({
  plugins: [svelte()],
  // the data file of each game and the names of bots, which Python reads too
  resolve: { alias: { '@games': games, '@bots': bots } },
  build: {
    outDir: '../src/texcoco/web/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the policy of the page forbids nothing that is inlined but data: fonts
    modulePreload: { polyfill: false },
    // on a busy machine they say that it is busy
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
  server: { fs: { allow: ['.', games, bots] }, proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  test: { include: ['src/**/*.test.ts'], css: true }, // the tests of colours read app.css
});
