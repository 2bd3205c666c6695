import type { HomePeriod } from '@quayside/contracts';
import { urlPart } from '../../lib/url-state.ts';

/** In the order they are offered. */
export const PERIODS = ['today', '7_days', '30_days', '90_days'] as const satisfies readonly HomePeriod[];

/** The default comes first and is left out of the address. */
export const PERIOD_URL = { period: urlPart.choice(['30_days', 'today', '7_days', '90_days']) };
