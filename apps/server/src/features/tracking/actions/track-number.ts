import type { NumberToTrack } from '@quayside/connector-kit';
import { type Again, isAgain } from '../../../db/effect-row.ts';
import type { Deps } from '../../../deps.ts';
import type { Effect, Refusal, RunningEffect, Work } from '../../../jobs/effect/effect.ts';
import { type Patience, pauseMs } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { findShipmentsById } from '../../fulfilment/index.ts';
import { findOrders } from '../../orders/index.ts';
import { TRACK_NUMBER_JOB } from '../jobs/tracking.ts';
import {
  endRegistration,
  REGISTRATION,
  type RegistrationClaim,
  type RegistrationEnd,
  registrationParts,
} from '../repo.ts';
import { type OpenService, withService } from '../service.ts';

interface Registration extends Work<RegistrationClaim, RegistrationEnd> {
  parcel: NumberToTrack;
}

/** A used-up plan renews on a day of its own. */
const QUOTA_MS = 6 * 3_600_000;
const NEVER_CALLED = { before_attempts: 0, since_sent_ms: null } as const;

/** Registers numbers with tracking services, which never track one twice. */
export function createRegistration(deps: Deps, patience: Patience): RunningEffect {
  const registering: Effect<RegistrationClaim, RegistrationEnd, Registration, OpenService> = {
    name: 'tracking-number',
    row: REGISTRATION,
    job: TRACK_NUMBER_JOB,
    lateSeconds: 300,
    idOf: (claim) => claim.tracked_id,
    goesTo: ({ store_id: storeId }) => ({ storeId }),
    keyLivesMs: 0,
    unasked: 'requested',
    fallback: 'TRACKING_REFUSED',
    claimParts: registrationParts,
    async claim(tx, { workplaceId }, taken) {
      const ids = taken.map(({ claim }) => claim.shipment_id);
      const shipments = await findShipmentsById(tx, workplaceId, ids);
      const orderIds = [...new Set(shipments.map((one) => one.order_id))];
      const orders = new Map((await findOrders(tx, workplaceId, orderIds)).map((order) => [order.order_id, order]));
      const known = new Map(shipments.map((one) => [one.shipment_id, one]));
      return taken.map((one): Registration => {
        const { tracking_number: number, shipment_id: id } = one.claim;
        const shipment = known.get(id);
        const country = orders.get(shipment?.order_id ?? '')?.ship_country;
        const carrier = shipment?.carrier;
        const parcel = { number, ...(carrier ? { carrier } : {}), ...(country ? { destination: country } : {}) };
        // It arrived, or has another number, before its turn came.
        const isOver = shipment?.state === 'delivered' || shipment?.tracking_number !== number;
        const stop = isOver ? ({ kind: 'refused', key: 'TRACKING_NOT_NEEDED' } as const) : undefined;
        return { ...one, parcel, stop };
      });
    },
    open: (here, { claim }, call) =>
      withService(deps, here, { serviceId: claim.service_id, storeId: claim.store_id, registers: true }, call),
    // Registering a known number again changes nothing, so a lookup is never needed.
    ask: async () => ({ seen: undefined, repeatable: true }),
    async send(_here, { parcel }, { connector, ctx }) {
      const { trackingId } = await connector.track(ctx, parcel);
      return { kind: 'tracked', ...(trackingId ? { trackingRef: trackingId } : {}) };
    },
    refuse({ error, code, key }: Refusal, { claim }): RegistrationEnd | Again {
      const later = (afterMs: number): Again => ({
        kind: 'requested',
        afterMs,
        before: NEVER_CALLED,
        why: { key, params: {} },
      });
      if (code === 'quota_used_up') return { ...later(QUOTA_MS), busy: true };
      if (error === undefined && key === 'TRACKING_SERVICE_OFF') return { kind: 'refused', key };
      if (error === undefined || error === 'auth') return later(pauseMs(claim.pauses));
      return { kind: 'refused', key: code === 'carrier_unknown' ? 'TRACKING_CARRIER_UNKNOWN' : 'TRACKING_REFUSED' };
    },
    async record(tx, { workplaceId }, ended) {
      const done: boolean[] = [];
      for (const { work, end } of ended) {
        const ours = await endRegistration(tx, workplaceId, { id: work.claim.tracked_id, token: work.token }, end);
        done.push(ours && !isAgain(end));
      }
      return done;
    },
  };
  return runEffect(deps, registering, patience);
}
