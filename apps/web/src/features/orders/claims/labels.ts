import type { RefundRequest } from '@quayside/contracts';
import type { Tone } from '../../../kit/status-badge.tsx';

export const REQUEST_TONES: Record<RefundRequest['state'], Tone> = {
  pending: 'waiting',
  accepted: 'moving',
  rejected: 'broken',
  completed: 'done',
  withdrawn: 'closed',
};

/** The first of the days by which items must be claimed; null: none has one. */
export const earliestDeadline = (lines: readonly { deadline: string | null }[]): string | null =>
  lines
    .flatMap(({ deadline }) => (deadline ? [deadline] : []))
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(0) ?? null;
