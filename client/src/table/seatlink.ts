// The link of a seat has its secret in the fragment, which browsers send to nobody: /t/ID#seat=TOKEN.

export function tokenOf(hash: string): string | null {
  return /^#seat=([\w-]{8,64})$/.exec(hash)?.[1] ?? null;
}

/** Takes the secret out of the address bar, where others could read it over a shoulder. */
export function forget(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
  dispatchEvent(new HashChangeEvent('hashchange')); // which replaceState does not send
}
