// The tables that were opened in this browser: only who opened a table can remove it, and the server tells nobody who that was.

import { keep, keptJson } from '../kept';

const KEPT = 'opened';
const MOST = 100;

function read(): string[] {
  const tables = keptJson(KEPT);
  return Array.isArray(tables) ? tables.map(String) : [];
}

export const opened = {
  has: (table: string): boolean => read().includes(table),
  add(table: string): void {
    keep(KEPT, JSON.stringify([...read(), table].slice(-MOST)));
  },
};
