import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultInput, Held, SandboxClient } from '@quayside/testing/sandbox-client.ts';
import { until } from '@quayside/testing/waiting.ts';
import type { Installation } from './installation.ts';
import { hearRecords, INTAKE_JOBS, type Records } from './records.ts';

export const ACTIVITIES = ['topup', 'intake', 'place', 'pay', 'fulfil'] as const;
export type Activity = (typeof ACTIVITIES)[number];
/**
 * before: the call has had no effect yet. after: it has, and nothing is recorded. recorded: its job is not ended yet. frozen: as
 * after, but the worker is not killed: it stands still until its lease is over, and then goes on.
 */
export const MOMENTS = ['before', 'after', 'recorded', 'frozen'] as const;
export type Moment = (typeof MOMENTS)[number];

/** The very calls that have the effect, by activity; whichever comes first is held. */
const CALLS: Record<Activity, Omit<FaultInput, 'kind'>[]> = {
  topup: [{ standIn: 'stripe', match: '^POST .*/checkout/sessions$' }],
  intake: [
    { standIn: 'woocommerce', match: '^GET .*/orders' },
    { standIn: 'shopify', match: 'graphql', matchBody: 'orders' },
  ],
  place: [
    { standIn: 'quayside', match: '^POST /quayside/orders$' },
    { standIn: 'cj', match: '^POST .*/createOrderV2' },
  ],
  pay: [
    { standIn: 'quayside', match: '^POST /quayside/orders/[^/]+/payments$' },
    { standIn: 'cj', match: '^POST .*/payBalance' },
  ],
  fulfil: [
    { standIn: 'woocommerce', match: '^PUT .*/orders/' },
    { standIn: 'shopify', match: 'graphql', matchBody: 'fulfillmentCreate' },
  ],
};

/** The jobs of an activity, and where their payload names the row; an order is read before it has a row of ours. */
const JOBS: Record<Activity, { names: string[]; field?: string }> = {
  topup: { names: ['create-topup'], field: 'topupId' },
  intake: { names: INTAKE_JOBS },
  place: { names: ['place-supplier-order'], field: 'supplierOrderId' },
  pay: { names: ['pay-supplier-order'], field: 'supplierOrderId' },
  fulfil: { names: ['report-parcel'], field: 'shipmentId' },
};

/** How long a request is kept back, at least. */
const HOLD_MS = 20_000;
/** How long a request is waited for in a round; with nothing under way there is nothing to hold. */
const ROUND_MS = 15_000;
/** A request that was let go after its sender's death takes effect this much later. */
const LATE_MS = 1_500;

export interface Killer {
  /** Kills a worker at a moment of an activity. false: there was none to be had. */
  round(activity: Activity, moment: Moment): Promise<boolean>;
  /** Kills counted at their moment: only those for which the other side, or the queue, shows that it was. */
  tally(): Record<Activity, Record<Moment, number>>;
  kills(): number;
  /** After the database was away: it has forgotten who listened. */
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

/** `frozenMs`: for how long a frozen worker stands still. */
export async function createKiller(quayside: Installation, sandbox: SandboxClient, frozenMs: number): Promise<Killer> {
  const counts = Object.fromEntries(
    ACTIVITIES.map((activity) => [activity, Object.fromEntries(MOMENTS.map((moment) => [moment, 0]))]),
  ) as Record<Activity, Record<Moment, number>>;
  const turns = new Map<string, number>();
  const turn = (key: string): number => {
    const at = turns.get(key) ?? 0;
    turns.set(key, at + 1);
    return at;
  };
  let records: Records | undefined = await hearRecords(quayside.judgeUrl());
  let kills = 0;

  async function waitForHold(faultIds: readonly number[]): Promise<Held | undefined> {
    const end = Date.now() + ROUND_MS;
    while (Date.now() < end) {
      const held = (await sandbox.holds()).find((one) => faultIds.includes(one.faultId));
      if (held) return held;
      await sleep(15);
    }
    return undefined;
  }

  const isGone = async (id: number): Promise<boolean> => {
    for (let look = 0; look < 40; look += 1) {
      const held = (await sandbox.holds()).find((one) => one.id === id);
      if (!held || held.gone) return held?.gone ?? false;
      await sleep(25);
    }
    return false;
  };

  /** Holds the next request of an activity, before or after its effect; others that were held with it go on. */
  async function holdOne(activity: Activity, when: 'before' | 'after', forMs: number): Promise<Held | undefined> {
    const faultIds: number[] = [];
    for (const call of CALLS[activity])
      faultIds.push(await sandbox.fault({ ...call, kind: `hold-${when}`, times: 1, delayMs: forMs }));
    const held = await waitForHold(faultIds);
    for (const id of faultIds) await sandbox.removeFault(id);
    for (const one of await sandbox.holds())
      if (one.id !== held?.id && faultIds.includes(one.faultId))
        await sandbox.letGo(one.id, 'go').catch(() => undefined);
    return held;
  }

  async function whileFrozen(activity: Activity): Promise<boolean> {
    const held = await holdOne(activity, 'after', frozenMs + HOLD_MS);
    if (!held) return false;
    const frozen = quayside.freeze(held);
    // Nothing tells that a lease is over: it is a matter of time alone.
    if (frozen) await sleep(frozenMs);
    const isWaiting = (await sandbox.holds()).some((one) => one.id === held.id && !one.gone);
    await sandbox.letGo(held.id, 'go').catch(() => undefined);
    frozen?.thaw();
    if (!frozen || !isWaiting) return false;
    counts[activity].frozen += 1;
    return true;
  }

  async function atHold(activity: Activity, moment: 'before' | 'after'): Promise<boolean> {
    const at = turn(`${activity} ${moment}`);
    const held = await holdOne(activity, moment, HOLD_MS);
    if (!held) return false;
    const killed = await quayside.killOwner(held);
    const counted = killed !== undefined && (await isGone(held.id));
    // Before the effect: half of the requests never arrive, half take effect when their sender is long dead.
    const late = moment === 'before' && at % 2 === 1;
    if (late) await sleep(LATE_MS);
    await sandbox.letGo(held.id, late ? 'go' : 'drop').catch(() => undefined);
    if (killed) {
      kills += 1;
      await back(killed.back);
    }
    if (counted) counts[activity][moment] += 1;
    return counted;
  }

  async function atRecord(activity: Activity): Promise<boolean> {
    if (!records) return false;
    const { names, field } = JOBS[activity];
    const { next, atGate, whileNoneEnds } = records;
    let open = false;
    // What the dead process still asked of the database ends with its connection, before the gate opens again.
    const deadAreGone = () =>
      until('the connections of a killed process to end', async () => (await atGate()).every(quayside.isAlive), {
        forMs: 5_000,
        everyMs: 10,
      });
    const killed = await whileNoneEnds(() =>
      next(activity, ROUND_MS, async (seen) =>
        quayside.killOwner(seen, async () => {
          await deadAreGone();
          const found = await quayside.rows<{ state: string }>(
            `select state from pgboss.job
             where name = any($1) and ($2::text is null or data ->> $2 = $3) and state <> 'completed'`,
            [names, field ?? null, seen.id],
          );
          open = found.some((one) => one.state === 'active');
        }),
      ),
    );
    if (!killed) return false;
    kills += 1;
    await back(killed.back);
    if (open) counts[activity].recorded += 1;
    return open;
  }

  /** With one process the database was killed too: what listened to it must begin anew, once it is there again. */
  async function back(up: Promise<void>): Promise<void> {
    const alive = await quayside.rows('select 1').then(
      () => true,
      () => false,
    );
    if (alive) {
      up.catch(() => undefined);
      return;
    }
    await records?.close();
    await up;
    records = await hearRecords(quayside.judgeUrl());
  }

  return {
    async round(activity, moment) {
      await quayside.settled();
      if (moment === 'frozen') return whileFrozen(activity);
      return moment === 'recorded' ? atRecord(activity) : atHold(activity, moment);
    },
    async listenAgain() {
      await records?.close();
      records = await hearRecords(quayside.judgeUrl());
    },
    tally: () => counts,
    kills: () => kills,
    close: async () => records?.close(),
  };
}
