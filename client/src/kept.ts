// Settings and names in the browser's local storage. Where that is not available or full, they are lost with the page,
// and everything else works.

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`texcoco.${key}`);
  } catch {
    return null;
  }
}

/** What was kept as JSON; null if there is nothing, or nothing of ours. */
export function keptJson(key: string): unknown {
  try {
    return JSON.parse(kept(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps it; null: forgets it. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`texcoco.${key}`);
    else localStorage.setItem(`texcoco.${key}`, value);
  } catch {
    // see above
  }
}
