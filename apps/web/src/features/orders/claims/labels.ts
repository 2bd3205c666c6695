import type { RefundRequest } from '@quayside/contracts';
import type { Tone } from '../../../kit/status-badge.tsx';

export const REQUEST_TONES: Record<RefundRequest['state'], Tone> = {
  pending: 'waiting',
  accepted: 'moving',
  rejected: 'broken',
  completed: 'done',
  withdrawn: 'closed',
};

interface Choice {
  quantity: number;
  asked: number;
  unitCost: number | null;
}

/** What can be requested for some items, as the server limits it: see features/purchasing/rules/refund-request.ts. */
export function limitOf(most: number, lines: readonly Choice[]): number {
  const isWhole = lines.every((line) => line.asked >= line.quantity);
  if (isWhole || lines.some((line) => line.asked > 0 && line.unitCost === null)) return most;
  return Math.min(
    most,
    lines.reduce((sum, line) => sum + line.asked * (line.unitCost ?? 0), 0),
  );
}

/** The first of the days by which items must be claimed; null: none has one. */
export const earliestDeadline = (lines: readonly { deadline: string | null }[]): string | null =>
  lines
    .flatMap(({ deadline }) => (deadline ? [deadline] : []))
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(0) ?? null;
