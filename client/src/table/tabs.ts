/** What is beside the board, or behind a button on a phone. `players` has no tab where they are always seen. */
export type TabName = 'log' | 'chat' | 'rules' | 'help' | 'players';
export const TABS = ['log', 'chat', 'rules', 'help'] as const satisfies TabName[];
