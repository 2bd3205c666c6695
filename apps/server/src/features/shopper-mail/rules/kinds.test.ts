import { expect, it } from 'vitest';
import { getKinds, isNews } from './kinds.ts';

it.each([
  [undefined, 'not_found', ['shipped']],
  [undefined, 'in_transit', ['shipped']],
  [undefined, 'out_for_delivery', ['out_for_delivery', 'shipped']],
  [undefined, 'delivered', ['delivered']],
  [undefined, 'exception', ['problem', 'shipped']],
  ['not_found', 'in_transit', []],
  ['in_transit', 'out_for_delivery', ['out_for_delivery']],
  ['in_transit', 'available_for_pickup', []],
  ['in_transit', 'delivered', ['delivered']],
  ['in_transit', 'delivery_failure', ['problem']],
  ['exception', 'delivery_failure', []],
  ['in_transit', 'expired', []],
  ['delivered', 'delivered', []],
] as const)('a parcel from %s to %s: %j', (before, after, kinds) => expect(getKinds(before, after)).toEqual(kinds));

const now = '2026-06-10T12:00:00.000Z';
it.each([
  ['just now', '2026-06-10T11:59:00.000Z', '2026-06-01T00:00:00.000Z', null, true],
  ['before it was switched on', '2026-06-10T11:00:00.000Z', '2026-06-10T11:30:00.000Z', null, false],
  ['over three days ago', '2026-06-07T11:00:00.000Z', '2026-06-01T00:00:00.000Z', null, false],
  ['before a restore', '2026-06-10T09:00:00.000Z', '2026-06-01T00:00:00.000Z', '2026-06-10T10:00:00.000Z', false],
  ['after a restore', '2026-06-10T11:00:00.000Z', '2026-06-01T00:00:00.000Z', '2026-06-10T10:00:00.000Z', true],
] as const)('a change %s', (_name, at, since, restoredAt, is) =>
  expect(isNews(at, { now, since, restoredAt })).toBe(is),
);
