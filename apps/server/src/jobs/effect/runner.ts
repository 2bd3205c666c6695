import { ConnectorError } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import {
  type Again,
  type Claimed,
  claimRows,
  delayRows,
  type HeldRow,
  isAgain,
  isRowOpen,
  type Noted,
  noteRows,
  releaseRow,
  renewRows,
} from '../../db/effect-row.ts';
import type { Executor, Scope, WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { findSending, HELD_PAUSE_MS, refuseWhileHeld } from '../../sending/index.ts';
import { closedAmong, SUSPENDED_MS } from '../../sending/suspended.ts';
import { createBatcher } from '../batcher.ts';
import { Later } from '../define.ts';
import type { ClaimedWork, Effect, FinishedWork, LookupResult, Opened, RunningEffect, Work } from './effect.ts';
import { toLookupOutcome, toOutcome } from './end-of.ts';
import { LeaseLost, sendUnderLease, underLease } from './lease.ts';
import { afterNotFound, mustLookUpFirst } from './next-step.ts';
import { sendThroughGate } from './pass-gate.ts';
import { getSettleMs, type Patience } from './pauses.ts';
import { createWorkTally } from './tally.ts';

/** Another worker holds the row: its job continues and this one retries in case that worker dies. */
const BUSY_MS = 3_000;
/** The store is being transferred to another workspace: its rows continue there. */
const LEAVING_MS = 5_000;

/** The state of a row before it was claimed. */
const untouched = (claim: Claimed): Again =>
  claim.before_attempts > 0
    ? { kind: 'unknown', afterMs: LEAVING_MS, busy: true }
    : { kind: 'requested', afterMs: LEAVING_MS, busy: true, before: claim };

/**
 * Runs an effect: claims the row, calls out outside of any transaction, and records the outcome; an unknown outcome is
 * looked up before anything is sent again. Claims, notes and records of one workplace at the same moment share a
 * transaction.
 */
export function runEffect<
  C extends Claimed,
  Final extends { kind: string },
  W extends Work<C, Final>,
  Open extends Opened,
  Seen,
  More extends object,
  H extends Scope = WorkplaceScope,
>(
  deps: Pick<Deps, 'db' | 'log'>,
  effect: Effect<C, Final, W, Open, Seen, More, H>,
  patience: Patience,
): RunningEffect<H> {
  const { row, name, job, lateSeconds } = effect;
  const tally = createWorkTally(deps.db);
  const ownerOf = (here: H): string => {
    const id = row.owner === 'account_id' ? here.accountId : here.workplaceId;
    if (id === undefined) throw new Error(`${name}: workspace owner not found`);
    return id;
  };
  const anotherHolds = () => new Later(BUSY_MS, `${name}: another worker holds it`);

  /** Releases rows of stores that are being transferred, and finds rows that go to a suspended store or supplier. */
  async function judged(tx: Executor, here: H, claims: readonly C[], token: string): Promise<ClaimedWork<C>[]> {
    const { workplaceId } = here;
    const goesTo = claims.map((claim) => effect.goesTo?.(claim) ?? {});
    const storeIds = goesTo.flatMap(({ storeId }) => storeId ?? []);
    const connectionIds = goesTo.flatMap(({ connectionId }) => connectionId ?? []);
    if (workplaceId === undefined || storeIds.length + connectionIds.length === 0)
      return claims.map((claim) => ({ claim, token, isSuspended: false }));
    const { leaving, suspended } = await closedAmong(tx, workplaceId, { storeIds, connectionIds });
    const stays: ClaimedWork<C>[] = [];
    for (const [at, claim] of claims.entries()) {
      const { storeId, connectionId } = goesTo[at] ?? {};
      if (storeId !== undefined && leaving.has(storeId))
        await releaseRow(tx, row, ownerOf(here), { id: effect.idOf(claim), token }, untouched(claim));
      else stays.push({ claim, token, isSuspended: [storeId, connectionId].some((id) => suspended.has(id ?? '')) });
    }
    return stays;
  }

  // When a row is requested twice at once, one request gets it.
  const take = createBatcher(ownerOf, (here: H, asked: readonly string[]) =>
    deps.db.tenant(here, async (tx): Promise<(W | undefined)[]> => {
      const ownerId = ownerOf(here);
      const ids = [...new Set(asked)];
      const { hold, restoredAt } = await findSending(tx);
      if (hold) {
        await delayRows(tx, row, ownerId, ids, HELD_PAUSE_MS);
        return asked.map(() => undefined);
      }
      const token = newId();
      const worker = { ownerId, token, lease: patience };
      const free = effect.admit ? await effect.admit(tx, here, ids) : ids;
      const claims = await claimRows<C>(tx, row, worker, free, effect.claimParts(restoredAt, worker.ownerId));
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

  const note = createBatcher(ownerOf, (here: H, asked: readonly Noted[]) =>
    deps.db.tenant(here, async (tx) => {
      const ours = await noteRows(tx, row, ownerOf(here), asked, effect.noteParts);
      return asked.map((one) => ours.has(one.id));
    }),
  );

  const renew = createBatcher(ownerOf, (here: H, held: readonly HeldRow[]) =>
    deps.db.tenant(here, async (tx) => {
      const ours = await renewRows(tx, row, ownerOf(here), held, patience.leaseMs);
      return held.map((one) => ours.has(one.id));
    }),
  );

  const record = createBatcher(ownerOf, (here: H, ended: readonly FinishedWork<W, Final>[]) =>
    deps.db.tenant(here, (tx) => effect.record(tx, here, ended)),
  );

  async function ask(here: H, work: W, open: Open, again: boolean): Promise<LookupResult<Seen, Final>> {
    try {
      return await effect.ask(here, work, open, again);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind === 'auth') throw error;
      return { end: toLookupOutcome(effect, error, work, patience) };
    }
  }

  async function attempt(here: H, work: W, open: Open): Promise<Final | Again> {
    const { claim, token } = work;
    const before = { attempts: claim.before_attempts, sinceSentMs: claim.since_sent_ms };
    const again = mustLookUpFirst(before, effect.keyLivesMs) || claim.asks;
    const asked = await ask(here, work, open, again);
    if ('end' in asked) return asked.end;
    const { seen } = asked;
    if (again && !asked.repeatable) {
      const lastsMs = effect.writesLastMs?.(open);
      const next = afterNotFound(before, lastsMs === undefined ? patience.settleMs : getSettleMs(patience, lastsMs));
      if (next.step === 'wait') return { kind: 'unknown', afterMs: next.ms, busy: true };
    }
    const bar = effect.bar?.(work, seen);
    if (bar) return bar;
    const later = (afterMs: number, closed: boolean): Again =>
      again
        ? { kind: 'unknown', afterMs, busy: true, closed }
        : { kind: 'requested', afterMs, busy: true, closed, before: claim };
    if (work.isSuspended) return later(SUSPENDED_MS, true);
    const more = await effect.prepare?.(here, work);
    const askGate = async (wait: (afterMs: number) => Again): Promise<Final | Again | undefined> => {
      const shut = await effect.gate?.(here, work);
      return shut && 'waitMs' in shut ? wait(shut.waitMs) : shut;
    };
    const shut = await askGate((afterMs) => later(afterMs, false));
    if (shut) return shut;
    const isNoted = claim.noted && !again && more === undefined;
    if (!isNoted && !(await note(here, { id: effect.idOf(claim), token, ...more }))) throw anotherHolds();
    const notSent = (afterMs: number): Again => ({ kind: 'requested', afterMs, busy: true, before: claim });
    return sendThroughGate(
      () => askGate(notSent),
      (passGate) => effect.send(here, work, open, { seen, passGate, ...(more === undefined ? {} : { more }) }),
    );
  }

  async function work(here: H, taken: W, lost: AbortSignal | undefined): Promise<Final | Again> {
    if (taken.stop) return taken.stop;
    const mine = { id: effect.idOf(taken.claim), token: taken.token };
    const stillOurs = () => renew(here, mine);
    try {
      return await underLease(patience.renewMs, stillOurs, (held) => {
        const signal = lost ? AbortSignal.any([held, lost]) : held;
        return effect.open(here, taken, (open) => {
          const { ctx } = open;
          const http = effect.severalRequests ? sendUnderLease(ctx.http, stillOurs) : ctx.http;
          return attempt(here, taken, { ...open, ctx: { ...ctx, http, signal } });
        });
      });
    } catch (error) {
      if (error instanceof LeaseLost) throw anotherHolds();
      return toOutcome(effect, error, taken, patience);
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
    if (isAgain(end)) throw new Later(end.afterMs, `${name}: ${end.kind}`, { isRateLimit: end.closed });
  }

  return { name, row, job, lateSeconds, run };
}
