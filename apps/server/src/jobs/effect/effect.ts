import type { ConnectorContext, ConnectorErrorKind, RejectionCode } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import type { Again, Claimed, ClaimParts, NoteParts } from '../../db/effect-row.ts';
import type { Executor, Scope, WorkplaceScope } from '../../db/index.ts';
import type { DeclaredEffect } from './sweep.ts';

/** Why the other side or we refuse: a message key and its parameters. */
export interface Refusal {
  key: string;
  params: MessageParams;
  /** The affected lines, if known. */
  lines?: readonly string[] | undefined;
  /** Kind of the connector error; undefined: the refusal is our own. */
  error?: ConnectorErrorKind;
  code?: RejectionCode | undefined;
}

/** The connection to the other side for one attempt. */
export interface Opened {
  ctx: ConnectorContext;
}

/** When an effect needs a person. */
export interface GiveUpRule {
  /** Number of pauses without an effect. */
  after: number;
  key: string;
  /**
   * Also give up while an earlier call may have succeeded, since a later attempt finds it. Default: keep asking until
   * the outcome is known.
   */
  inDoubt?: true;
}

/** A row claimed by this worker. */
export interface ClaimedWork<C extends Claimed> {
  claim: C;
  /** Token of the claiming worker. */
  token: string;
  /** Nothing may be sent until the owner confirms the store and the supplier; reads are allowed. */
  isSuspended: boolean;
}

/** A claimed row with everything its attempt needs. */
export interface Work<C extends Claimed, Final> extends ClaimedWork<C> {
  /** Set to finish the attempt before any call. */
  stop?: Final | Again | undefined;
}

/**
 * Result of the lookup before a call: a final outcome, or the state to send with. `repeatable`: sending is harmless
 * even if an earlier call still takes effect, so there is no waiting.
 */
export type LookupResult<Seen, Final> = { end: Final | Again } | { seen: Seen; repeatable?: boolean };

/** A finished attempt. Its worker may have lost the claim. */
export interface FinishedWork<W, Final> {
  work: W;
  end: Final | Again;
}

/**
 * An action at another side that must happen exactly once. The row is the source of truth and jobs only name the row;
 * see docs/guides/write-an-effect.md.
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
  /** Target of the call, so that nothing is sent while it is suspended. */
  goesTo?(claim: C): { storeId?: string; connectionId?: string };
  /** How long, in milliseconds, the other side deduplicates by our idempotency key; 0: always look up first. */
  keyLivesMs: number;
  /** State after a failed lookup of a row that was never sent: in doubt, or as if never tried. */
  unasked: 'unknown' | 'requested';
  /** Message key of a refusal without a reason. */
  fallback: string;
  /** When it needs a person; undefined: never. */
  givesUp?: GiveUpRule;
  /** The call consists of several requests, so the lease is renewed before each write. */
  severalRequests?: true;
  /** How long, in milliseconds, a sent call may still take effect. Default: from `patience`. */
  writesLastMs?(open: Open): number;
  /**
   * Locks what must be locked before claiming and returns the ids that may be claimed now. Rows left out stay open and
   * their job retries.
   */
  admit?(tx: Executor, here: H, ids: readonly string[]): Promise<readonly string[]>;
  /** Extra SQL of the claim. `restoredAt`: time of the last restore. */
  claimParts(restoredAt: string | null, ownerId: string): ClaimParts;
  /** Extra SQL of the update that records a call before it is sent. */
  noteParts?: NoteParts;
  /** Loads and validates the input of the attempts, in the transaction that claimed the rows. */
  claim(tx: Executor, here: H, taken: readonly ClaimedWork<C>[]): Promise<readonly W[]>;
  /** Opens the connection to the other side for one attempt. The runner adds an abort signal for a lost lease. */
  open<T>(here: H, work: W, call: (open: Open) => Promise<T>): Promise<T>;
  /** Looks up the current state at the other side before each attempt. `again`: the call may have been sent before. */
  ask(here: H, work: W, open: Open, again: boolean): Promise<LookupResult<Seen, Final>>;
  /** Reason not to send (again) after the lookup. */
  bar?(work: W, seen: Seen): Final | undefined;
  /** Fetches the remaining input of the call; recorded with the call and passed to `send`. */
  prepare?(here: H, work: W): Promise<More | undefined>;
  /**
   * Asks a third party for permission right before the call. Waiting is not a failed attempt, and the gate must turn
   * its errors into a wait.
   */
  gate?(here: H, work: W): Promise<Final | { waitMs: number } | undefined>;
  /**
   * Makes the call that has the effect. Long calls invoke `passGate` before the irreversible request; its error must
   * propagate unchanged, with nothing irreversible sent.
   */
  send(here: H, work: W, open: Open, call: { seen: Seen; more?: More; passGate: () => Promise<void> }): Promise<Final>;
  /** Maps a refusal to a final outcome, or to a wait until its cause is resolved. */
  refuse(refusal: Refusal, work: W): Final | Again;
  /** Records outcomes and their consequences, and returns which are final. Must be idempotent. */
  record(tx: Executor, here: H, ended: readonly FinishedWork<W, Final>[]): Promise<readonly boolean[]>;
  /** Runs after the transaction. */
  after?(here: H, work: W, isEnded: boolean): void;
}

/** A runnable effect. */
export interface RunningEffect<H extends Scope = WorkplaceScope> extends DeclaredEffect {
  /**
   * Processes one row; throws Later when the row needs another attempt. `lost` aborts the call when the job moves to
   * another worker.
   */
  run(here: H, id: string, lost?: AbortSignal): Promise<void>;
}
