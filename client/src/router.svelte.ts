// Where the reader is. The server answers every address with the page, which looks at its own.

export type Place =
  | { page: 'home' }
  | { page: 'yours' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string; moment: number | null }
  | { page: 'position'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'puzzles'; game: string; puzzle: string | null }
  | { page: 'nowhere' };

/** `/t/ID` is a table, `/t/ID/12` its game at the twelfth moment. */
export function placeOf(path: string): Place {
  const [first = '', second = '', third, ...rest] = path.split('/').slice(1).map(decodeURIComponent);
  if (rest.length) return { page: 'nowhere' };
  if (!first) return { page: 'home' };
  if (first === 'me' && !second && third === undefined) return { page: 'yours' };
  if (first === 't' && second && (third === undefined || /^\d{1,6}$/.test(third)))
    return { page: 'table', table: second, moment: third === undefined ? null : Number(third) };
  if (first === 'puzzles' && second) return { page: 'puzzles', game: second, puzzle: third || null };
  if (first === 'p' && second && third === undefined) return { page: 'position', game: second };
  if ((first === 'new' || first === 'learn' || first === 'rules') && second && third === undefined)
    return { page: first, game: second };
  return { page: 'nowhere' };
}

/**
 * Some messengers write the `#` of a seat's link as `%23`: the address that was meant, or null if this is none of
 * those.
 */
export function linkMeant(path: string): string | null {
  const found = /^(\/t\/[\w.-]+)%23seat(?:=|%3d)([\w-]+)$/i.exec(path);
  return found && `${found[1]}#seat=${found[2]}`;
}

class Router {
  place = $state.raw<Place>({ page: 'home' });

  start(): void {
    const meant = linkMeant(location.pathname);
    if (meant) history.replaceState(history.state, '', meant);
    this.look();
    addEventListener('popstate', this.look);
    document.addEventListener('click', this.follow);
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.look();
    if (!replace) scrollTo(0, 0);
  }

  private look = (): void => {
    try {
      this.place = placeOf(location.pathname);
    } catch {
      this.place = { page: 'nowhere' };
    }
  };

  /** Links within the page do not load it again. */
  private follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const router = new Router();
