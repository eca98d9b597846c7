/** Keeps the order in which requests about a session arrived while batches of events are worked on piece by piece. */

interface BatchSlot {
  raw: Buffer;
  /** Settles once the batch has been passed on. */
  over: Promise<void>;
}

export interface BatchPlace {
  /** To be called once the batch has been passed on. */
  leave: () => void;
  /** Resolves once this session's part of the batches that arrived before this one has been passed on; undefined if there is none. */
  takeTurn: (session: string) => Promise<unknown> | undefined;
}

export class BatchOrder {
  private readonly places = new Set<BatchSlot>();

  /** A batch has arrived. Nobody waits for it longer than `mostMs`: its window may hang. */
  enter(raw: Buffer, mostMs: number): BatchPlace {
    const earlier = [...this.places];
    let end = (): void => undefined;
    const over = new Promise<void>((done) => {
      end = done;
    });
    const place: BatchSlot = { raw, over };
    this.places.add(place);
    const leave = (): void => {
      clearTimeout(timer);
      this.places.delete(place);
      end();
    };
    const timer = setTimeout(leave, mostMs).unref();
    return {
      leave,
      takeTurn: (session) => about(session, earlier),
    };
  }

  /** For what is no batch: resolves once all batches about this session are passed on; undefined if there is none. */
  takeTurn(session: string): Promise<unknown> | undefined {
    return about(session, this.places);
  }
}

/** Before a batch is read, only its text can tell whose events it has. */
function about(session: string, places: Iterable<BatchSlot>): Promise<unknown> | undefined {
  const name = JSON.stringify(session);
  const overs = [...places].filter(({ raw }) => raw.includes(name)).map(({ over }) => over);
  return overs.length === 0 ? undefined : Promise.all(overs);
}
