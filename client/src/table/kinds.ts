/**
 * The kinds of these actions (the first word of a notation), in the order they come, and how many there are of each.
 */
export function kindsOf(actions: readonly string[]): [string, number][] {
  const kinds = new Map<string, number>();
  for (const action of actions) {
    const kind = action.split(' ', 1)[0] ?? action;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds];
}
