// The signs that the help explains: `mexica.sign.…` says what they mean.

export const SIGNS = ['prestige', 'points', 'token', 'temple', 'calpulli', 'cost', 'target', 'dear'] as const;
export type Sign = (typeof SIGNS)[number];
