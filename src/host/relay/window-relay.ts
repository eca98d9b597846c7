/** The window's model relay. Until the person starts it, what runs it is not loaded, and only the sessions' prompts are kept for it. */
import type { RelayControl, RelayControlOptions } from './relay-control.js';
import { NewestPrompts } from './newest-prompts.js';

export class WindowRelay {
  /** Hears of every event of the window's sessions. */
  readonly prompts = new NewestPrompts();
  private loaded: RelayControl | undefined;
  private loading: Promise<RelayControl> | undefined;

  constructor(private readonly options: Omit<RelayControlOptions, 'prompts'>) {
    // The relay of an earlier run is gone: no terminal may still point at it.
    const { environmentVariableCollection: variables } = options.context;
    variables.persistent = false;
    variables.clear();
  }

  get running(): boolean {
    return this.loaded?.running === true;
  }
  carries(session: string): boolean {
    return this.loaded?.carries(session) === true;
  }

  /** `id`: the agent; without one, the person is asked. */
  async start(id?: string): Promise<void> {
    await (await (this.loading ??= this.load())).start(id);
  }

  private async load(): Promise<RelayControl> {
    const { RelayControl } = await import('./relay-control.js');
    return (this.loaded = new RelayControl({ ...this.options, prompts: this.prompts }));
  }

  /** The base addresses in the settings changed: they apply from the next request on. */
  upstreamsChanged(): void {
    this.loaded?.upstreamsChanged();
  }

  async stop(): Promise<void> {
    await this.loaded?.stop();
  }
}
