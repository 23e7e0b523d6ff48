// Compares what the page works out with the engine's answers, which tests/page writes to files.

import { mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

export default mergeConfig(page, {
  resolve: { alias: { '@cases': process.env.TEXCOCO_CASES } },
  test: { include: ['src/**/*.compare.ts'], exclude: ['src/**/*.test.ts'] },
});
