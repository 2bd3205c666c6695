import type { MARK_COLORS } from '@quayside/contracts';

export type Mark = (typeof MARK_COLORS)[number];
export const MARKS: readonly Mark[] = ['none', 'grey', 'green', 'red'];

export type OrderChange = { kind: 'mark'; mark: Mark } | { kind: 'archive' } | { kind: 'revert' };
