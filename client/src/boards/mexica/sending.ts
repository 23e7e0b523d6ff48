// What was done and is not answered yet.

import type { Scene } from '../../scene';
import type { MexicaView } from './view';

export class Sending {
  /** The answer that is awaited: whether it was done. */
  now: Promise<boolean> | null = null;
  private text = '';

  constructor(private readonly scene: Scene<MexicaView>) {}

  /** Plays these actions, but not twice for a double click. */
  async send(actions: readonly string[]): Promise<void> {
    const text = actions.join();
    if (text === this.text) return;
    this.text = text;
    const answer = (this.now = this.scene.act(...actions));
    await answer;
    if (this.now === answer) this.now = null;
    if (this.text === text) this.text = '';
  }
}
