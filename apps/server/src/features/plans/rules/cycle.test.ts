import { describe, expect, it } from 'vitest';
import { cycleAt } from './cycle.ts';

const day = (n: number) => n * 86_400_000;

describe('a cycle (A44: credits begin anew with each)', () => {
  it('begins where the plan began, and again after its days', () => {
    expect(cycleAt(day(10), 30, day(10))).toEqual({ from: day(10), to: day(40) });
    expect(cycleAt(day(10), 30, day(40) - 1)).toEqual({ from: day(10), to: day(40) });
    expect(cycleAt(day(10), 30, day(40))).toEqual({ from: day(40), to: day(70) });
    expect(cycleAt(day(10), 365, day(400))).toEqual({ from: day(375), to: day(740) });
  });
  it('is the first one before the plan began, where clocks differ', () => {
    expect(cycleAt(day(10), 30, day(9))).toEqual({ from: day(10), to: day(40) });
  });
});
