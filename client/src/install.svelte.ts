// Texcoco as an app of its own, where the browser can install it: it tells so by an event, once.

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  private offered = $state.raw<InstallEvent | null>(null);

  /** To be called once, when the page begins. */
  start(): void {
    addEventListener('beforeinstallprompt', (event) => (this.offered = event as InstallEvent));
    addEventListener('appinstalled', () => (this.offered = null));
  }

  get possible(): boolean {
    return this.offered !== null;
  }

  /** Lets the browser ask the reader. */
  async ask(): Promise<void> {
    const { offered } = this;
    this.offered = null; // it can be asked once
    await offered?.prompt();
  }
}

export const install = new Install();
