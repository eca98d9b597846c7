/** Exports counts of this window's turns while the settings name an address; else nothing of it is loaded. */
import { LiveTelemetry, type LiveTelemetryOptions } from '../../telemetry/live-telemetry.js';
import { addressesBelow } from '../../telemetry/otlp-addresses.js';
import type { Logger } from '../../core/log.js';
import type { Settings } from '../settings.js';

export interface TelemetryControlOptions extends Omit<LiveTelemetryOptions, 'onProblem'> {
  log: Pick<Logger, 'info' | 'error'>;
  settings: { readonly current: Pick<Settings, 'otlp'> };
}

export class TelemetryControl {
  readonly turns: LiveTelemetry;
  private inForce: Settings['otlp'] | undefined;
  private changing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: TelemetryControlOptions) {
    const { log } = options;
    this.turns = new LiveTelemetry({
      ...options,
      onProblem: (error) => log.error('cannot load what exports to the OTLP address', error),
    });
    this.settingsChanged();
  }

  settingsChanged(): void {
    const { endpoint, repositoryNames } = this.options.settings.current.otlp;
    const before = this.inForce;
    if (endpoint === before?.endpoint && repositoryNames === (before?.repositoryNames ?? false)) {
      return;
    }
    this.inForce = { endpoint, repositoryNames };
    // at once, so that nothing is missed while what waits is sent to the address before
    this.changing = Promise.all([
      this.changing,
      this.turns.stop(),
      endpoint === undefined ? undefined : this.start(endpoint, repositoryNames),
    ]);
  }

  /** Sends what waits, in bounded time; never rejects. */
  async stop(): Promise<void> {
    await this.changing;
    await this.turns.stop();
  }

  private start(endpoint: string, repositoryNames: boolean): Promise<void> {
    const { log } = this.options;
    return this.turns.start({
      repositoryNames,
      open: async (gauges) => {
        const [{ OpenTelemetry }, { OtlpPipes }] = await Promise.all([
          import('../../telemetry/open-telemetry.js'),
          import('../../telemetry/otlp.js'),
        ]);
        const pipes = new OtlpPipes(addressesBelow(endpoint), (text) => log.info(text));
        return new OpenTelemetry({ pipes, gauges });
      },
    });
  }
}
