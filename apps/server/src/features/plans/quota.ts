import { FEATURE_IDS, type FeatureId, getCost } from '@quayside/contracts';
import { type AppError, firstIdAt } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { PlanPorts, WorkspaceUsage } from './ports.ts';
import { type Done, doneIn, type HeldPlan, heldPlan, usageState } from './queries/current-plan.ts';
import { findWorkspaces, lockPlan, recordedUses } from './repo.ts';
import { creditsLeft, fitting, isOver, quotaRefusal, roomLeft } from './rules/admission.ts';

/** How long what was counted is believed while the plan is far from used up, in milliseconds. */
const BELIEVED_MS = 5_000;
/** The part of what is left that one process gives out on one count: four processes together never give out too much. */
const SHARE = 4;
const MOST_ACCOUNTS = 10_000;

export interface Admission {
  /** How many of those wanted the plan allows. */
  fits: number;
  /** Why it allows no more; absent when all fit. */
  refusal?: AppError;
  /**
   * To be called in the transaction that uses the plan, once its rows are there. Close to the end of the plan it counts
   * again behind a lock, and throws the refusal when others took the last ones meanwhile; else it does nothing.
   */
  confirm(tx: Executor): Promise<void>;
}

/** What a plan allows, for features whose use leaves rows. The account is the one that pays: the workspace's owner. */
export interface Quota {
  admit(scope: { accountId: string; workplaceId?: string }, feature: FeatureId, wanted: number): Promise<Admission>;
}

interface Grant {
  until: number;
  credits: number;
  room: Record<string, number>;
}

const larger = (a: WorkspaceUsage, b: WorkspaceUsage): WorkspaceUsage => ({
  imports: Math.max(a.imports, b.imports),
  listings: Math.max(a.listings, b.listings),
  listed_products: Math.max(a.listed_products, b.listed_products),
  standing: Math.max(a.standing, b.standing),
  watched: Math.max(a.watched, b.watched),
  orders: Math.max(a.orders, b.orders),
  pending: Math.max(a.pending, b.pending),
  pending_products: Math.max(a.pending_products, b.pending_products),
});

const nothing = async (): Promise<void> => undefined;

/** Makes the one gate of the plans. Counting is dear, so far from the end of a plan one count serves for five seconds. */
export function createQuota(deps: Deps, ports: PlanPorts): Quota {
  const grants = new Map<string, Grant>();

  function take(grant: Grant, feature: FeatureId, wanted: number): boolean {
    const cost = getCost(feature) * wanted;
    const room = grant.room[feature] ?? 0;
    if (room < wanted || (cost > 0 && grant.credits < cost)) return false;
    grant.room[feature] = room - wanted;
    grant.credits -= cost;
    return true;
  }

  /** The same count, with what this transaction wrote, while nobody else of the account can be counting. */
  async function confirm(
    tx: Executor,
    held: HeldPlan,
    done: Done,
    scope: { accountId: string; workplaceId?: string },
    feature: FeatureId,
  ): Promise<void> {
    await lockPlan(tx, scope.accountId, held.startedAt);
    const since = firstIdAt(held.cycle.from);
    const places = new Map(done.places);
    if (scope.workplaceId) {
      const before = done.places.get(scope.workplaceId);
      const here = await ports.workspaceUsage(tx, scope.workplaceId, since);
      // Who is held to some stores sees only their listings: then what was counted before is the larger.
      places.set(scope.workplaceId, before ? larger(before, here) : here);
    }
    const workspaces = (await findWorkspaces(tx, scope.accountId)).filter((place) => !place.gone).length;
    const records = await recordedUses(tx, scope.accountId, since);
    const now = usageState(held.plan, { places, workspaces, records }, true);
    const by = isOver(now.features[feature], now);
    if (by) throw quotaRefusal(by, feature, now.features[feature], now);
  }

  return {
    async admit(scope, feature, wanted) {
      const at = deps.clock.millis();
      const known = grants.get(scope.accountId);
      if (known && known.until > at && take(known, feature, wanted)) return { fits: wanted, confirm: nothing };
      const held = await heldPlan(deps, scope.accountId);
      const done = await doneIn(deps, ports, scope.accountId, held);
      const now = usageState(held.plan, done, true);
      if (grants.size >= MOST_ACCOUNTS) grants.clear();
      const grant: Grant = {
        until: at + BELIEVED_MS,
        credits: Math.floor(creditsLeft(now) / SHARE),
        room: Object.fromEntries(FEATURE_IDS.map((one) => [one, Math.floor(roomLeft(now.features[one]) / SHARE)])),
      };
      if (take(grant, feature, wanted)) {
        grants.set(scope.accountId, grant);
        return { fits: wanted, confirm: nothing };
      }
      grants.delete(scope.accountId);
      const state = now.features[feature];
      const { fits, by } = fitting(feature, state, now);
      return {
        fits: Math.min(fits, wanted),
        ...(fits < wanted ? { refusal: quotaRefusal(by, feature, state, now) } : {}),
        confirm: (tx) => confirm(tx, held, done, scope, feature),
      };
    },
  };
}
