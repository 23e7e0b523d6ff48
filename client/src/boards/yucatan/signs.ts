// The signs that the help explains: `yucatan.sign.…` says what they mean.

export const SIGNS = [
  ...(['pyramid', 'captive', 'village', 'warrior', 'guess', 'shown', 'able'] as const),
  ...(['deliver', 'raid', 'fight', 'steal'] as const), // what awaits a marching warrior
] as const;
export type Sign = (typeof SIGNS)[number];
