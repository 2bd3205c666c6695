import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { seenShipping, seenVariants } from '../../monitoring/index.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import { endHold, insertReport, lockOpenHold } from '../report-repo.ts';
import { decideListings } from './decide-listings.ts';
import { requestDecision } from './decide-updates.ts';

/** Listings that are being pushed are decided on again after so long. */
const LATER_SECONDS = 60;

/**
 * Ends a hold. release: stores are updated by what the supplier said last. dismiss: nothing is, and the values from before the
 * fault stay the ones that later answers are compared with. Throws SUPPLIER_HOLD_NOT_FOUND.
 */
export async function resolveHold(
  deps: Deps,
  scope: WorkplaceScope,
  holdId: string,
  choice: 'release' | 'dismiss',
  ownAccounts: WorkplaceFacts['ownAccounts'],
): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const hold = await lockOpenHold(tx, workplaceId, holdId);
    if (!hold) throw new AppError('NOT_FOUND', 'SUPPLIER_HOLD_NOT_FOUND');
    await endHold(tx, workplaceId, holdId, choice === 'release' ? 'released' : 'dismissed');
    await publish(tx, workplaceId, 'products');
    if (choice === 'dismiss') return;
    const productIds = [...new Set(hold.facts.map((one) => one.product_id))];
    const seen = await seenVariants(tx, workplaceId, productIds);
    const shipping = await seenShipping(tx, workplaceId, productIds);
    const facts = hold.facts.flatMap((fact) => {
      const now = seen.get(fact.variant_id);
      if (!now) return [];
      const { cost, stock, found, seen_at: at } = now;
      const shipped = shipping.get(fact.product_id);
      const ship = fact.ship && {
        ...fact.ship,
        ships: shipped?.ships ?? fact.ship.ships,
        cost: shipped?.ships === false ? null : (shipped?.shipping ?? fact.ship.cost),
        at: shipped?.shipping_at ?? fact.ship.at,
      };
      return [{ ...fact, cost, stock, found, at: at ?? fact.at, ...(ship ? { ship } : {}) }];
    });
    const byVariant = new Map(facts.map((one) => [one.variant_id, one]));
    const later = await decideListings(tx, deps, workplaceId, hold, byVariant, ownAccounts);
    if (later.length === 0) return;
    await insertReport(
      tx,
      workplaceId,
      hold,
      { costs: 0, stocks: 0, found: 0, shipped: 0, facts: later },
      LATER_SECONDS,
    );
    await requestDecision(tx, deps, workplaceId, hold, LATER_SECONDS);
  });
}
