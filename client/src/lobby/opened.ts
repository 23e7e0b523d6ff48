// The tables that were opened in this browser: only who opened a table can remove it, and the server tells nobody who that was.

const KEPT = 'texcoco.opened';
const MOST = 100;

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export const opened = {
  has: (table: string): boolean => read().includes(table),
  add(table: string): void {
    localStorage.setItem(KEPT, JSON.stringify([...read(), table].slice(-MOST)));
  },
};
