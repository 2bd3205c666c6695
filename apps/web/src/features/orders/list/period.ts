import type { OrderPeriod } from '@quayside/contracts';
import { type UrlPart, urlPart } from '../../../lib/url-state.ts';

/** Periods as they are offered; the specification's default comes first in the address, by being left out of it. */
export const PERIODS = [
  'today',
  '7_days',
  '30_days',
  '60_days',
  '90_days',
  'all',
  'another_time',
] as const satisfies readonly OrderPeriod[];

const period: UrlPart<OrderPeriod> = {
  read: (raw) => PERIODS.find((one) => one === raw) ?? '7_days',
  write: (value) => (value === '7_days' ? undefined : value),
};

export const PERIOD_URL = { period, from: urlPart.text(), to: urlPart.text() };
export interface PeriodState {
  period: OrderPeriod;
  from: string;
  to: string;
}

/** The period as the server asks for it. A range without both of its days is not sent: everything is shown. */
export function periodQuery({ period, from, to }: PeriodState) {
  if (period !== 'another_time') return { period };
  return from && to && from <= to ? { period, from_date: from, to_date: to } : { period: 'all' as const };
}
