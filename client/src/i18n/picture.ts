// A view as text, drawn by the server as a terminal shows it: for games that the page has no board of.

import { api } from '../api';
import type { View } from '../types';

export function pictureOf(game: string, view: View): Promise<string> {
  return api.picture(game, view);
}
