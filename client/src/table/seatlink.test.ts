import { expect, test } from 'vitest';
import { tokenOf } from './seatlink';

test('the secret of a seat is in the fragment', () => {
  expect(tokenOf('#seat=uswXMXQsYJmYmuTJDQFP-w')).toBe('uswXMXQsYJmYmuTJDQFP-w');
  expect(tokenOf('#seat=')).toBeNull();
  expect(tokenOf('#M-CANAL')).toBeNull();
  expect(tokenOf('')).toBeNull();
});
