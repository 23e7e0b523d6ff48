import { expect, test } from 'vitest';
import { linkMeant } from './router.svelte';

test("a seat's link whose # was encoded is the link that was meant", () => {
  const token = 'uswXMXQsYJmYmuTJDQFP-w';
  expect(linkMeant(`/t/kP3x0aQ7vN1c%23seat=${token}`)).toBe(`/t/kP3x0aQ7vN1c#seat=${token}`);
  expect(linkMeant(`/t/kP3x0aQ7vN1c%23seat%3D${token}`)).toBe(`/t/kP3x0aQ7vN1c#seat=${token}`);
  expect(linkMeant('/t/kP3x0aQ7vN1c')).toBeNull();
  expect(linkMeant('/rules/mexica%23M-CANAL')).toBeNull();
});
