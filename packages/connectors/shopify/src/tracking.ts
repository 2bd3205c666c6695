import {
  afterAnEffect,
  type ConnectorContext,
  ConnectorError,
  type TrackingState,
  type TrackingUpdate,
} from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { standingFulfillments } from './fulfillments.ts';
import { planTracking, trackingInput } from './tracking-plan.ts';

export async function findTracking(ctx: ConnectorContext, input: TrackingUpdate): Promise<TrackingState> {
  return planTracking(await standingFulfillments(ctx, input.externalOrderId), input).state;
}

/** Replaces the tracking that we wrote, or adds a number beside it. What the merchant edited is left alone. */
export async function updateTracking(ctx: ConnectorContext, input: TrackingUpdate): Promise<'done' | 'edited'> {
  const { state, changes } = planTracking(await standingFulfillments(ctx, input.externalOrderId), input);
  if (state === 'edited') return 'edited';
  for (const [at, { id, infos }] of changes.entries()) {
    // The shopper is written to once, however many fulfilments the parcel has.
    const notify = input.notifyCustomer && at === 0;
    const change = () =>
      run(ctx, documents.updateTracking, { id, tracking: trackingInput(infos, input.to.carrier), notify });
    const { fulfillmentTrackingInfoUpdate: result } = at > 0 ? await afterAnEffect(change) : await change();
    refuseUserErrors('Shopify refused the tracking number', result?.userErrors ?? []);
    if (!result?.fulfillment)
      throw new ConnectorError('unknown', 'Shopify answered a tracking update without its fulfilment');
  }
  return 'done';
}
