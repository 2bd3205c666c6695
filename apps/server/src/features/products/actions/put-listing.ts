import type { ChannelConnector, ConnectorContext, Listed, ListingInput } from '@quayside/connector-kit';
import { ConnectorError } from '@quayside/connector-kit';
import type { TakenListing } from '../listing-repo.ts';
import { settlesIn } from '../rules/outcome.ts';

/** What was sent before may still take effect: nothing is made anew for so long. */
export class NotSettled extends Error {
  override readonly name = 'NotSettled';
  readonly afterMs: number;
  constructor(afterMs: number) {
    super('an earlier try has not settled yet');
    this.afterMs = afterMs;
  }
}

interface Steps {
  connector: ChannelConnector;
  ctx: ConnectorContext;
  /** How long an earlier try may still take effect. */
  settleMs: number;
  /** The store may have it from before a restore. */
  asksFirst: boolean;
  /** Written down before something may happen in the store. */
  markAttempted(): Promise<void>;
  /** Written down when the store's product turned out to be deleted there. */
  forgetExternal(): Promise<void>;
}

async function update(steps: Steps, input: ListingInput, found: Listed): Promise<Listed> {
  await steps.markAttempted();
  return steps.connector.updateListing(steps.ctx, found.externalProductId, input);
}

/** A store's product that lacks variants was cut short: it is completed. */
async function completed(steps: Steps, input: ListingInput, found: Listed): Promise<Listed> {
  return found.variants.length >= input.variants.length ? found : update(steps, input, found);
}

async function create(steps: Steps, input: ListingInput): Promise<Listed> {
  await steps.markAttempted();
  return steps.connector.createListing(steps.ctx, input);
}

/**
 * Puts one listing into its store, once: what an earlier try may have made is looked for first, by our reference. Throws
 * ConnectorError, or NotSettled while an earlier try may still take effect unseen.
 */
export async function putListing(steps: Steps, listing: TakenListing, input: ListingInput): Promise<Listed> {
  const { connector, ctx } = steps;
  if (listing.external_product_id) {
    try {
      await steps.markAttempted();
      return await connector.updateListing(ctx, listing.external_product_id, input);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'not-found') throw error;
      await steps.forgetExternal();
      return create(steps, input);
    }
  }
  if (listing.since_attempt_ms === null && !steps.asksFirst) return create(steps, input);
  const found = await connector.findListing(ctx, input);
  // After a restore the store may have a later version than the one that is known here.
  if (found) return steps.asksFirst ? update(steps, input, found) : completed(steps, input, found);
  const since = listing.since_attempt_ms;
  const wait = listing.was === 'queued' || since === null ? 0 : settlesIn(since, steps.settleMs);
  if (wait > 0) throw new NotSettled(wait);
  return create(steps, input);
}
