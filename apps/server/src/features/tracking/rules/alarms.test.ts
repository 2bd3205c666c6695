import { ALARM_DAYS, SHIPMENT_STATES } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarmsOf, isClaimEnding, type ParcelFacts } from './alarms.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const ago = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();
const parcel = (more: Partial<ParcelFacts>): ParcelFacts => ({
  state: 'in_transit',
  shipped_at: ago(1),
  state_since: ago(1),
  last_event_at: ago(1),
  country: 'DE',
  carrier_country: null,
  cancelled: false,
  ...more,
});

describe('alarms', () => {
  it.each<[string, Partial<ParcelFacts>, string[]]>([
    ['a parcel that moves', {}, []],
    ['no scan for 47 hours', { state: 'not_found', shipped_at: ago(47 / 24) }, []],
    ['no scan for 48 hours', { state: 'info_received', shipped_at: ago(2) }, ['no_scan']],
    [
      'no scan for 48 hours, but the order was canceled',
      { state: 'not_found', shipped_at: ago(2), cancelled: true },
      [],
    ],
    ['no event for a week', { last_event_at: ago(7) }, ['no_movement']],
    ['no event at all since it was sent a week ago', { last_event_at: null, shipped_at: ago(8) }, ['no_movement']],
    ['expired', { state: 'expired' }, ['no_movement']],
    ['another country', { carrier_country: 'FR' }, ['wrong_country']],
    ['a territory of the same country', { country: 'PR', carrier_country: 'US' }, []],
    ['the same country', { carrier_country: 'DE' }, []],
    ['an exception', { state: 'exception' }, ['delivery_problem']],
    [
      'a failed delivery in another country',
      { state: 'delivery_failure', carrier_country: 'PL' },
      ['delivery_problem', 'wrong_country'],
    ],
    ['four days at a pickup point', { state: 'available_for_pickup', state_since: ago(4) }, []],
    ['five days at a pickup point', { state: 'available_for_pickup', state_since: ago(5) }, ['pickup_ending']],
    ['arrived', { state: 'delivered', carrier_country: 'FR', last_event_at: ago(90) }, []],
  ])('%s', (_case, facts, kinds) => expect(alarmsOf(parcel(facts), ALARM_DAYS, NOW)).toEqual(kinds));

  it('follow the days that the workspace chose', () => {
    const days = { ...ALARM_DAYS, no_movement: 3 };
    expect(alarmsOf(parcel({ last_event_at: ago(3) }), days, NOW)).toEqual(['no_movement']);
  });

  it.each([
    ['three days before', 3, true],
    ['on the last day', 0.5, true],
    ['more than three days before', 3.1, false],
    ['after it closed', -0.1, false],
  ])('about a claim: %s', (_when, left, opens) => {
    const until = new Date(NOW + left * 86_400_000).toISOString();
    expect(isClaimEnding(until, ALARM_DAYS, NOW)).toBe(opens);
  });

  it('of waiting never end while a parcel only waits', () => {
    const states = fc.constantFrom(...SHIPMENT_STATES.filter((state) => state !== 'delivered'));
    fc.assert(
      fc.property(states, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), (state, age, wait) => {
        const facts = parcel({ state, shipped_at: ago(age), state_since: ago(age), last_event_at: ago(age) });
        const now = alarmsOf(facts, ALARM_DAYS, NOW);
        expect(alarmsOf(facts, ALARM_DAYS, NOW + wait * 86_400_000)).toEqual(expect.arrayContaining(now));
      }),
    );
  });
});
