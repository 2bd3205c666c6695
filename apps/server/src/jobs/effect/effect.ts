import type { ConnectorContext, ConnectorErrorKind, RejectionCode } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import type { Again, Claimed, ClaimParts, NoteParts } from '../../db/effect-row.ts';
import type { Executor, Scope, WorkplaceScope } from '../../db/index.ts';
import type { DeclaredEffect } from './sweep.ts';

/** Why the other side, or we, will not do it: a message key and what belongs into its text. */
export interface Refusal {
  key: string;
  params: MessageParams;
  /** The lines at fault, where they are named. */
  lines?: readonly string[] | undefined;
  /** The kind of the other side's error; undefined: the refusal is our own. */
  error?: ConnectorErrorKind;
  code?: RejectionCode | undefined;
}

/** The other side, opened for one attempt. */
export interface Opened {
  ctx: ConnectorContext;
}

/** When an effect is left to a person. */
export interface GivesUp {
  /** After so many pauses without an effect. */
  after: number;
  key: string;
  /** Also while an earlier call may stand: a later attempt finds it. Default: that is asked about for as long as it takes. */
  inDoubt?: true;
}

/** A row that this worker holds. */
export interface Taken<C extends Claimed> {
  claim: C;
  /** Of the worker that took it up. */
  token: string;
  /** Nothing may be sent until the owner confirms the store and the supplier; it may be asked about. */
  isSuspended: boolean;
}

/** A row that this worker holds, with everything that its attempt needs. */
export interface Work<C extends Claimed, Final> extends Taken<C> {
  /** Set where it ends before anybody is called. */
  stop?: Final | Again | undefined;
}

/**
 * What asking brought: how it ended, or what was seen, under which it may be sent. `repeatable`: sending does no harm even
 * while an earlier call may still take effect, so nothing is waited for.
 */
export type Asked<Seen, Final> = { end: Final | Again } | { seen: Seen; repeatable?: boolean };

/** An attempt that ended, of a worker that may still hold the row. */
export interface Ended<W, Final> {
  work: W;
  end: Final | Again;
}

/**
 * Something done at another side exactly once. The row is the truth; jobs only say which row to look at. See
 * docs/guides/write-an-effect.md.
 */
export interface Effect<
  C extends Claimed,
  Final extends { kind: string },
  W extends Work<C, Final>,
  Open extends Opened,
  Seen = void,
  More extends object = object,
  H extends Scope = WorkplaceScope,
> extends DeclaredEffect {
  idOf(claim: C): string;
  /** Where it goes, so that nothing is sent while that is suspended. */
  goesTo?(claim: C): { storeId?: string; connectionId?: string };
  /** For how long the other side surely takes a second call under our key for the first; 0: it is always asked first. */
  keyLivesMs: number;
  /** Where the other side cannot be asked about a row that was never sent: is it in doubt, or as if nothing was tried? */
  unasked: 'unknown' | 'requested';
  /** The key of a refusal for which no reason is given. */
  fallback: string;
  /** When it is left to a person; undefined: never. */
  givesUp?: GivesUp;
  /** A call is several requests, so that time passes before the last: the lease is renewed before each that changes something. */
  severalRequests?: true;
  /** For how long what was sent may still take effect. Default: as patience says. */
  writesLastMs?(open: Open): number;
  /**
   * Locks what must be held before rows are taken up, and returns those that may be taken up now. A row that is left out
   * stays open, and its job looks at it again.
   */
  admit?(tx: Executor, here: H, ids: readonly string[]): Promise<readonly string[]>;
  /** What taking a row up needs besides. `restoredAt`: of the last restore. */
  claimParts(restoredAt: string | null): ClaimParts;
  /** What is noted in the step that notes a call. */
  noteParts?: NoteParts;
  /** Loads what the attempts need and judges it, in the transaction that took the rows up. */
  claim(tx: Executor, here: H, taken: readonly Taken<C>[]): Promise<readonly W[]>;
  /** Opens the way to the other side for one attempt. The runner adds to its context what stops calls when the lease is lost. */
  open<T>(here: H, work: W, call: (open: Open) => Promise<T>): Promise<T>;
  /** Asks the other side for what it knows. Called before each attempt; `again`: it may have been sent before. */
  ask(here: H, work: W, open: Open, again: boolean): Promise<Asked<Seen, Final>>;
  /** Why it must not be sent (again), after it was asked about. */
  bar?(work: W, seen: Seen): Final | undefined;
  /** Finds out what is still missing for the call; it is noted with the call, and given to it. */
  prepare?(here: H, work: W): Promise<More | undefined>;
  /**
   * Asks a third side, right before the call, whether it may be made. A wait is no failed attempt. Errors are for the gate to
   * turn into a wait.
   */
  gate?(here: H, work: W): Promise<Final | { waitMs: number } | undefined>;
  /**
   * Makes the call that has the effect. Where time passes in it, `passGate` asks the gate again, and throws where it is shut; that
   * error must come out of it unchanged, with nothing sent that counts.
   */
  send(here: H, work: W, open: Open, call: { seen: Seen; more?: More; passGate: () => Promise<void> }): Promise<Final>;
  /** What a refusal means: an end, or a wait for what stands in the way. */
  refuse(refusal: Refusal, work: W): Final | Again;
  /** Records the outcomes of some attempts and what follows from them. Must be repeatable. Returns which are final. */
  record(tx: Executor, here: H, ended: readonly Ended<W, Final>[]): Promise<readonly boolean[]>;
  /** After the transaction. */
  after?(here: H, work: W, isEnded: boolean): void;
}

/** An effect that can be run. */
export interface RunningEffect<H extends Scope = WorkplaceScope> extends DeclaredEffect {
  /**
   * Works on one row; throws Later where the row is to be looked at again. `lost` stops the call when the job is no longer
   * this worker's.
   */
  run(here: H, id: string, lost?: AbortSignal): Promise<void>;
}
