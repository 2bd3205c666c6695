import { SHIPMENT_STATES } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { nextCheckMs } from './next-check.ts';

const HOUR = 3_600_000;

it('reads every parcel again until it arrives', () => {
  for (const state of SHIPMENT_STATES) {
    const ms = nextCheckMs(state, 0, 'live');
    if (state === 'delivered') expect(ms).toBeUndefined();
    else expect(ms).toBeGreaterThanOrEqual(HOUR);
  }
});

it.each([
  ['a parcel out for delivery every hour', nextCheckMs('out_for_delivery', HOUR, 'live'), HOUR],
  ['a sandbox parcel every minute', nextCheckMs('in_transit', HOUR, 'sandbox'), 60_000],
  ['no parcel after 90 days', nextCheckMs('in_transit', 91 * 24 * HOUR, 'live'), undefined],
  ['none that is gone or renumbered', nextCheckMs(undefined, 0, 'live'), undefined],
])('reads %s', (_case, ms, expected) => expect(ms).toBe(expected));
