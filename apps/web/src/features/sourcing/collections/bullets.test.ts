import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BULLETS, getBullets, readBullets } from './bullets.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
/** Gives these numbers by turns. */
const dice = (...numbers: number[]) => {
  let at = 0;
  return () => numbers[at++ % numbers.length] ?? 0;
};

describe("a collection's bullets (B078)", () => {
  const first = getBullets(NOW, undefined, dice(0, 0));

  it('are the same within 24 hours, whatever chance says', () => {
    expect(first).toEqual({ at: NOW, bullets: ['1', '2'] });
    for (const later of [0, 1, HOUR, 24 * HOUR - 1]) expect(getBullets(NOW + later, first, dice(0.99))).toEqual(first);
  });

  it('are chosen anew after 24 hours and a minute', () => {
    const again = getBullets(NOW + 24 * HOUR + 60_000, first, dice(0.99));
    expect(again).toEqual({ at: NOW + 24 * HOUR + 60_000, bullets: ['3', '4', '5'] });
  });

  it('are chosen anew when they were chosen by a clock that ran ahead', () =>
    expect(getBullets(NOW - 1, first, dice(0.99)).at).toBe(NOW - 1));

  it('are always two or three different ones', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), { minLength: 1 }), (numbers) => {
        const { bullets } = getBullets(NOW, undefined, dice(...numbers));
        expect([2, 3]).toContain(bullets.length);
        expect(new Set(bullets).size).toBe(bullets.length);
        for (const bullet of bullets) expect(BULLETS).toContain(bullet);
      }),
    );
    const counts = [0, 0.49, 0.5, 0.99].map((chance) => getBullets(NOW, undefined, dice(chance, 0)).bullets.length);
    expect(counts).toEqual([2, 2, 3, 3]);
  });

  it('are read back as they were written, and nothing else is believed', () => {
    const kept = { trending: first };
    expect(readBullets(JSON.stringify(kept))).toEqual(kept);
    for (const bullets of [[], ['1'], ['1', '1'], ['1', '2', '3', '4'], ['1', '9'], 'x', null])
      expect(readBullets(JSON.stringify({ trending: { at: NOW, bullets } }))).toEqual({});
    const others = [null, 'x', '[]', 'null', '{"trending":null}', '{"other":{"at":1,"bullets":["1","2"]}}'];
    for (const text of [...others, '{"trending":{"bullets":["1","2"]}}']) expect(readBullets(text)).toEqual({});
  });
});
