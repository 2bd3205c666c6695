import { expect, it } from 'vitest';
import { nextState, type Transitions } from './transitions.ts';

const DOOR: Transitions<'open' | 'shut' | 'locked', 'shut' | 'open' | 'lock'> = {
  shut: { from: ['open'], to: 'shut' },
  open: { from: ['shut'], to: 'open' },
  lock: { from: ['shut', 'locked'], to: 'locked' },
};

it('moves only from a declared state', () => {
  expect(nextState(DOOR, 'open', 'shut')).toBe('shut');
  expect(nextState(DOOR, 'locked', 'lock')).toBe('locked');
  expect(nextState(DOOR, 'open', 'lock')).toBeUndefined();
});
