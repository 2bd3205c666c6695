import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, isMoment } from './cursor.ts';

const id = '01a20371-68a4-74d5-bb91-3da871d4ece0';

describe('a place in a list', () => {
  it('is read as it was written, whatever its moment', () => {
    const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.uuid(), (date, one) => {
        const place = { at: date.toISOString(), id: one };
        expect(decodeCursor(encodeCursor(place))).toEqual(place);
      }),
    );
    const fine = { at: '2026-11-22T17:57:48.123456Z', id };
    expect(decodeCursor(encodeCursor(fine))).toEqual(fine);
    expect(decodeCursor(`2026-11-22T17:57:48Z_${id}`)).toEqual({ at: '2026-11-22T17:57:48Z', id });
  });

  it('is none in what nobody wrote', () => {
    const at = '2026-11-22T17:57:48.123Z';
    for (const text of [
      undefined,
      '',
      'x',
      at,
      id,
      `2026_${id}`,
      `${at}_${'-'.repeat(36)}`,
      `${at}_${id}_`,
      ` ${at}_${id}`,
    ])
      expect(decodeCursor(text), text).toBeUndefined();
  });
});

describe('a moment', () => {
  it('is of a day and an hour that there are', () => {
    expect(isMoment('2028-02-29T23:59:59.999999Z')).toBe(true);
    for (const text of [
      '2026-02-29T00:00:00Z',
      '2026-02-31T00:00:00.000Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T23:59:60Z',
      '0000-01-01T00:00:00Z',
      '99999-01-01T00:00:00Z',
      '2026-01-01',
      '2026-01-01T00:00:00+02:00',
      '2026-01-01T00:00:00.1234567Z',
    ])
      expect(isMoment(text), text).toBe(false);
  });
});
