import type { RefundRequest } from '@quayside/contracts';
import type { Tone } from '../../../kit/status-badge.tsx';

export const REQUEST_TONES: Record<RefundRequest['state'], Tone> = {
  pending: 'waiting',
  accepted: 'moving',
  rejected: 'broken',
  completed: 'done',
  withdrawn: 'closed',
};
