import { describe, expect, it } from 'vitest';
import { getLabel, planOrder, planParcel } from './plan.ts';

const DAY = 24 * 3_600_000;
const ids = Array.from({ length: 200 }, (_, at) => `order-${at}`);
const lines = [
  { line_no: 1, quantity: 2 },
  { line_no: 2, quantity: 1 },
];

describe('the robot', () => {
  it('sends every piece once, within one to three days, some orders in two parcels', () => {
    let split = 0;
    for (const id of ids) {
      const ships = planOrder(id, lines, 0).filter((step) => step.do === 'ship');
      const sent = ships.flatMap((step) => step.lines);
      expect(sent.reduce((sum, line) => sum + line.quantity, 0)).toBe(3);
      expect(ships[0]?.due).toBeGreaterThanOrEqual(DAY);
      expect(ships[0]?.due).toBeLessThanOrEqual(3 * DAY);
      if (ships.length > 1) split += 1;
    }
    expect(split).toBeGreaterThan(30);
    expect(split).toBeLessThan(110);
  });

  it('never splits a single piece', () => {
    for (const id of ids)
      expect(planOrder(id, [{ line_no: 1, quantity: 1 }], 0).filter((step) => step.do === 'ship')).toHaveLength(1);
  });

  it('delivers every parcel in the end, in five to seven days, some after trouble', () => {
    let troubled = 0;
    for (const id of ids) {
      const steps = planParcel(id, 0, false);
      const last = steps.at(-1);
      expect(last).toMatchObject({ do: 'event', state: 'delivered' });
      expect(last?.due).toBeGreaterThanOrEqual(5 * DAY);
      expect(last?.due).toBeLessThanOrEqual(7 * DAY);
      if (steps.length > 5) troubled += 1;
    }
    expect(troubled).toBeGreaterThan(5);
    expect(troubled).toBeLessThan(100);
  });

  it('does the same for the same order', () => {
    expect(planOrder('a', lines, 0)).toEqual(planOrder('a', lines, 0));
    expect(getLabel('a', 0)).not.toBe(getLabel('a', 1));
  });
});
