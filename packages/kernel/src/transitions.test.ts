import { expect, it } from 'vitest';
import { moved, type Transitions } from './transitions.ts';

const DOOR: Transitions<'open' | 'shut' | 'locked', 'shut' | 'open' | 'lock'> = {
  shut: { from: ['open'], to: 'shut' },
  open: { from: ['shut'], to: 'open' },
  lock: { from: ['shut', 'locked'], to: 'locked' },
};

it('moves only from a declared state', () => {
  expect(moved(DOOR, 'open', 'shut')).toBe('shut');
  expect(moved(DOOR, 'locked', 'lock')).toBe('locked');
  expect(moved(DOOR, 'open', 'lock')).toBeUndefined();
});
