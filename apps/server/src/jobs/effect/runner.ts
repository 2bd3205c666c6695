import { ConnectorError, type ConnectorErrorKind } from '@quayside/connector-kit';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import {
  type Again,
  type Claimed,
  type ClaimParts,
  claimRows,
  isAgain,
  isRowOpen,
  type Noted,
  type NoteParts,
  noteRows,
  putOff,
  renewRow,
} from '../../db/effect-row.ts';
import type { Executor, Scope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { findSending, HELD_PAUSE_MS, refuseWhileHeld } from '../../sending/index.ts';
import { SUSPENDED_MS, suspendedAmong } from '../../sending/suspended.ts';
import { Later } from '../define.ts';
import { together } from '../together.ts';
import { underLease } from './lease.ts';
import { afterNotFound, mustAskFirst } from './next-step.ts';
import { askAgain, outcomeOf } from './outcome.ts';
import { MOST_PAUSES, type Patience, pauseMs } from './pauses.ts';
import type { DeclaredEffect } from './sweep.ts';
import { tallyOf } from './tally.ts';

type Here = Required<Scope>;

/** Why the other side, or we, will not do it: a message key and what belongs into its text. */
export interface Refusal {
  key: string;
  params: MessageParams;
  /** The lines at fault, where they are named. */
  lines?: readonly string[] | undefined;
  /** The kind of the other side's error; undefined: the refusal is our own. */
  error?: ConnectorErrorKind;
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

/** What asking brought: how it ended, or what was seen, under which it may be sent. */
export type Asked<Seen, Final> = { end: Final | Again } | { seen: Seen };

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
  Open,
  Seen = void,
  More extends object = object,
  H extends Scope = Here,
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
  /** The key under which a person is asked after MOST_PAUSES without an effect; undefined: it is never given up. */
  givesUp?: string;
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
  /** Opens the way to the other side for one attempt. */
  open<T>(here: H, work: W, call: (open: Open) => Promise<T>): Promise<T>;
  /** Asks the other side for what it knows. Called before each attempt; `again`: it may have been sent before. */
  ask(here: H, work: W, open: Open, call: { signal: AbortSignal; again: boolean }): Promise<Asked<Seen, Final>>;
  /** Why it must not be sent (again), after it was asked about. */
  bar?(work: W, seen: Seen): Final | undefined;
  /** Finds out what is still missing for the call; it is noted with the call, and given to it. */
  prepare?(here: H, work: W): Promise<More | undefined>;
  /**
   * Asks a third side, right before the call, whether it may be made. A wait is no failed attempt. Errors are for the gate to
   * turn into a wait.
   */
  gate?(here: H, work: W): Promise<Final | { waitMs: number } | undefined>;
  /** Makes the call that has the effect. */
  send(here: H, work: W, open: Open, call: { signal: AbortSignal; seen: Seen; more?: More }): Promise<Final>;
  /** What a refusal means: an end, or a wait for what stands in the way. */
  refuse(refusal: Refusal, claim: C): Final | Again;
  /** Records the outcomes of some attempts and what follows from them. Must be repeatable. Returns which are final. */
  record(tx: Executor, here: H, ended: readonly Ended<W, Final>[]): Promise<readonly boolean[]>;
  /** After the transaction. */
  after?(here: H, work: W, isEnded: boolean): void;
}

/** Another worker holds the row: its job goes on, this one looks again in case that worker dies. */
const BUSY_MS = 3_000;

/** An effect that can be run. */
export interface RunningEffect<H extends Scope = Here> extends DeclaredEffect {
  /**
   * Works on one row; throws Later where the row is to be looked at again. `lost` stops the call when the job is no longer
   * this worker's.
   */
  run(here: H, id: string, lost?: AbortSignal): Promise<void>;
}

/**
 * Runs an effect. A worker takes the row up for itself, calls out outside of any transaction, and records the outcome; a
 * call whose outcome is unknown is asked about before anything is sent again. What many jobs of a workplace take up, note or
 * record at the same moment shares a transaction.
 */
export function runEffect<
  C extends Claimed,
  Final extends { kind: string },
  W extends Work<C, Final>,
  Open,
  Seen,
  More extends object,
  H extends Scope = Here,
>(
  deps: Pick<Deps, 'db' | 'log'>,
  effect: Effect<C, Final, W, Open, Seen, More, H>,
  patience: Patience,
): RunningEffect<H> {
  const { row, name, job } = effect;
  const tally = tallyOf(deps.db);
  const ownerOf = (here: H): string => {
    const id = row.owner === 'account_id' ? here.accountId : here.workplaceId;
    if (id === undefined) throw new Error(`${name}: no owner`);
    return id;
  };
  const anotherHolds = () => new Later(BUSY_MS, `${name}: another worker holds it`);

  /** Which of the rows go to a store or a supplier that is suspended. */
  async function judged(tx: Executor, { workplaceId }: H, claims: readonly C[], token: string): Promise<Taken<C>[]> {
    const goesTo = claims.map((claim) => effect.goesTo?.(claim) ?? {});
    const storeIds = goesTo.flatMap(({ storeId }) => storeId ?? []);
    const connectionIds = goesTo.flatMap(({ connectionId }) => connectionId ?? []);
    const suspended =
      workplaceId === undefined || storeIds.length + connectionIds.length === 0
        ? new Set<string>()
        : await suspendedAmong(tx, workplaceId, { storeIds, connectionIds });
    return claims.map((claim, at) => ({
      claim,
      token,
      isSuspended: Object.values(goesTo[at] ?? {}).some((id) => suspended.has(id)),
    }));
  }

  // A row that is asked for twice at once is given to one of the two.
  const take = together(ownerOf, (here: H, asked: readonly string[]) =>
    deps.db.tenant(here, async (tx): Promise<(W | undefined)[]> => {
      const ownerId = ownerOf(here);
      const ids = [...new Set(asked)];
      const { hold, restoredAt } = await findSending(tx);
      if (hold) {
        await putOff(tx, row, ownerId, ids, HELD_PAUSE_MS);
        return asked.map(() => undefined);
      }
      const token = newId();
      const worker = { ownerId, token, lease: patience };
      const free = effect.admit ? await effect.admit(tx, here, ids) : ids;
      const claims = await claimRows<C>(tx, row, worker, free, effect.claimParts(restoredAt));
      if (claims.length === 0) return asked.map(() => undefined);
      const place = new Map(ids.map((id, at) => [id, at]));
      const inTurn = claims.toSorted((a, b) => (place.get(effect.idOf(a)) ?? 0) - (place.get(effect.idOf(b)) ?? 0));
      const works = await effect.claim(tx, here, await judged(tx, here, inTurn, token));
      const taken = new Map(works.map((work) => [effect.idOf(work.claim), work]));
      return asked.map((id) => {
        const work = taken.get(id);
        taken.delete(id);
        return work;
      });
    }),
  );

  const note = together(ownerOf, (here: H, asked: readonly Noted[]) =>
    deps.db.tenant(here, async (tx) => {
      const ours = await noteRows(tx, row, ownerOf(here), asked, effect.noteParts);
      return asked.map((one) => ours.has(one.id));
    }),
  );

  const record = together(ownerOf, (here: H, ended: readonly Ended<W, Final>[]) =>
    deps.db.tenant(here, (tx) => effect.record(tx, here, ended)),
  );

  /** A question has no effect: whatever goes wrong with it, what it was about stays as unknown as it was. */
  async function ask(
    here: H,
    work: W,
    open: Open,
    call: { signal: AbortSignal; again: boolean },
  ): Promise<Asked<Seen, Final>> {
    try {
      return await effect.ask(here, work, open, call);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind === 'auth') throw error;
      const { claim } = work;
      const next = askAgain(error, claim.pauses, patience);
      return claim.before_attempts > 0 || effect.unasked === 'unknown'
        ? { end: { kind: 'unknown', ...next } }
        : { end: { kind: 'requested', ...next, before: claim } };
    }
  }

  async function attempt(here: H, work: W, open: Open, signal: AbortSignal): Promise<Final | Again> {
    const { claim, token } = work;
    const before = { attempts: claim.before_attempts, sinceSentMs: claim.since_sent_ms };
    const again = mustAskFirst(before, effect.keyLivesMs) || claim.asks;
    const asked = await ask(here, work, open, { signal, again });
    if ('end' in asked) return asked.end;
    const { seen } = asked;
    if (again) {
      const next = afterNotFound(before, patience.settleMs);
      if (next.step === 'wait') return { kind: 'unknown', afterMs: next.ms, busy: true };
    }
    const bar = effect.bar?.(work, seen);
    if (bar) return bar;
    const later = (afterMs: number): Again =>
      again ? { kind: 'unknown', afterMs, busy: true } : { kind: 'requested', afterMs, busy: true, before: claim };
    if (work.isSuspended) return later(SUSPENDED_MS);
    const more = await effect.prepare?.(here, work);
    const shut = await effect.gate?.(here, work);
    if (shut) return 'waitMs' in shut ? later(shut.waitMs) : shut;
    const isNoted = claim.noted && !again && more === undefined;
    if (!isNoted && !(await note(here, { id: effect.idOf(claim), token, ...more }))) throw anotherHolds();
    return effect.send(here, work, open, more === undefined ? { signal, seen } : { signal, seen, more });
  }

  /** What an error means for the row. */
  function endOf(error: unknown, claim: C): Final | Again {
    const mayStand = claim.before_attempts > 0;
    // An earlier call may stand at the other side: it is asked about for as long as it takes, also while nobody is let in.
    if (mayStand && (error instanceof AppError || (error instanceof ConnectorError && error.kind === 'auth')))
      return { kind: 'unknown', afterMs: pauseMs(claim.pauses, patience) };
    // The other side is not connected (any more): a person must see to it first.
    if (error instanceof AppError) return effect.refuse({ key: error.code, params: error.params }, claim);
    if (!(error instanceof ConnectorError)) throw error;
    const outcome = outcomeOf(error, claim.pauses, effect.fallback, patience);
    if (outcome.kind === 'doubt') return { kind: 'unknown', afterMs: outcome.afterMs, called: true };
    if (outcome.kind === 'refuse') return effect.refuse(outcome, claim);
    return effect.givesUp !== undefined && claim.pauses >= MOST_PAUSES && !mayStand && !outcome.busy
      ? effect.refuse({ key: effect.givesUp, params: {} }, claim)
      : { kind: 'requested', afterMs: outcome.afterMs, busy: outcome.busy, before: claim };
  }

  async function work(here: H, taken: W, lost: AbortSignal | undefined): Promise<Final | Again> {
    if (taken.stop) return taken.stop;
    const lease = { id: effect.idOf(taken.claim), token: taken.token, leaseMs: patience.leaseMs };
    const renew = () => deps.db.tenant(here, (tx) => renewRow(tx, row, ownerOf(here), lease));
    try {
      return await underLease(patience.renewMs, renew, (held) => {
        const signal = lost ? AbortSignal.any([held, lost]) : held;
        return effect.open(here, taken, (open) => attempt(here, taken, open, signal));
      });
    } catch (error) {
      return endOf(error, taken.claim);
    }
  }

  async function run(here: H, id: string, lost?: AbortSignal): Promise<void> {
    const begun = performance.now();
    const taken = await take(here, id);
    if (!taken) {
      await deps.db.read(here, (ex) => refuseWhileHeld(ex, here));
      if (await deps.db.read(here, (ex) => isRowOpen(ex, row, ownerOf(here), id))) throw anotherHolds();
      return;
    }
    const end = await work(here, taken, lost);
    const isEnded = await record(here, { work: taken, end });
    const { accountId, workplaceId } = here;
    const ms = Math.round(performance.now() - begun);
    deps.log.debug({ effect: name, id, outcome: end.kind, ms, accountId, workplaceId }, 'an effect was tried');
    tally.add(name, end.kind);
    effect.after?.(here, taken, isEnded);
    if (isAgain(end)) throw new Later(end.afterMs, `${name}: ${end.kind}`);
  }

  return { name, row, job, run };
}
