import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutDuplicates } from './merge-events.ts';

const scan = (at: string, state: string, description = '') => ({ at: `2026-11-${at}Z`, state, description });

describe('events of two sources', () => {
  it.each([
    [
      'the same state minutes apart',
      scan('02T10:04', 'in_transit', 'Arrived'),
      scan('02T10:00', 'in_transit', 'At hub'),
      0,
    ],
    [
      'the same words in another time zone',
      scan('02T18:00', 'in_transit', 'Left hub.'),
      scan('02T10:00', 'info_received', 'LEFT HUB'),
      0,
    ],
    [
      'the same state hours apart',
      scan('02T14:00', 'in_transit', 'Arrived'),
      scan('02T10:00', 'in_transit', 'Left'),
      1,
    ],
    [
      'the same words days apart',
      scan('05T10:00', 'in_transit', 'At hub'),
      scan('02T10:00', 'in_transit', 'At hub'),
      1,
    ],
    ['another state at the same time', scan('02T10:00', 'delivered', 'a'), scan('02T10:00', 'in_transit', 'b'), 1],
    ['no words in another time zone', scan('02T18:00', 'in_transit'), scan('02T10:00', 'delivered'), 1],
  ])('%s', (_case, event, known, left) => expect(withoutDuplicates([event], [known])).toHaveLength(left));

  it('one known event stands for one, the closest', () => {
    const near = scan('02T10:01', 'in_transit', 'near');
    const far = scan('02T10:08', 'in_transit', 'far');
    expect(withoutDuplicates([far, near], [scan('02T10:00', 'in_transit', 'x')])).toEqual([far]);
  });
});

const scans = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 4_000 }).map((minutes) => new Date(minutes * 60_000).toISOString()),
    state: fc.constantFrom('in_transit', 'delivered', 'exception'),
    description: fc.constantFrom('', 'Arrived', 'Left'),
  }),
  { maxLength: 12 },
);

it('never drops more events than others reported, and keeps their order', () => {
  fc.assert(
    fc.property(scans, scans, (events, known) => {
      const left = withoutDuplicates(events, known);
      expect(events.length - left.length).toBeLessThanOrEqual(known.length);
      expect(events.filter((event) => left.includes(event))).toEqual(left);
      expect(withoutDuplicates(events, [])).toEqual(events);
      expect(withoutDuplicates(known, known)).toEqual([]);
    }),
  );
});
