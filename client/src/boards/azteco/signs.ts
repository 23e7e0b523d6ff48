// The signs that the help explains: `azteco.sign.…` says what they mean.

export const SIGNS = ['jewels', 'stone', 'curse', 'artefact', 'points', 'sealed', 'believe', 'accuse'] as const;
export type Sign = (typeof SIGNS)[number];
