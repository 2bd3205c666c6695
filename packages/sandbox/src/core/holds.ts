/** A request that is kept waiting until somebody says how it goes on. */
export interface Held {
  id: number;
  faultId: number;
  standIn: string;
  /** before: it has had no effect yet. after: its effect is committed and its answer was not sent. */
  when: 'before' | 'after';
  /** "METHOD path?query". */
  text: string;
  /** The sender's port, by which a judge finds the process that sent it. */
  port: number | undefined;
  /** true once the sender is gone: it will never see an answer. */
  gone: boolean;
}

/** go: it takes its way as if nothing had been. drop: the connection is cut; held before, it never has an effect. */
export type HoldOutcome = 'go' | 'drop';

export interface Holds {
  /** Waits until it is let go; after `mostMs` it goes by itself. */
  wait(
    what: Omit<Held, 'id' | 'gone'>,
    mostMs: number,
    socket: { once(event: 'close', done: () => void): unknown },
  ): Promise<HoldOutcome>;
  list(): Held[];
  /** false: nothing with this number waits. */
  release(id: number, way: HoldOutcome): boolean;
  releaseAll(): void;
}

/** How long a request is held when nobody lets it go, if the fault does not say. */
export const HOLD_MS = 30_000;

/** The requests held by the faults hold-before and hold-after. Kept in memory: a request does not outlive its process. */
export function createHolds(): Holds {
  const held = new Map<number, { held: Held; done: (way: HoldOutcome) => void }>();
  let last = 0;
  return {
    wait(what, mostMs, socket) {
      last += 1;
      const entry: Held = { ...what, id: last, gone: false };
      socket.once('close', () => {
        entry.gone = true;
      });
      return new Promise((resolve) => {
        const timer = setTimeout(() => done('go'), mostMs);
        const done = (way: HoldOutcome) => {
          clearTimeout(timer);
          held.delete(entry.id);
          resolve(way);
        };
        held.set(entry.id, { held: entry, done });
      });
    },
    list: () => [...held.values()].map((one) => one.held),
    release(id, way) {
      const one = held.get(id);
      one?.done(way);
      return one !== undefined;
    },
    releaseAll() {
      for (const one of [...held.values()]) one.done('drop');
    },
  };
}
