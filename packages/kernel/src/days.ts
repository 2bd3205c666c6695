export interface Days {
  min: number;
  max: number;
}

/** Longer times are not credible. */
const MOST_DAYS = 99;

/**
 * Range of days to show, or undefined without credible values: both missing, both 0, or either above 99. A missing end
 * takes the other's value. Source: rule B273.
 */
export function shownDays(min: number | null | undefined, max: number | null | undefined): Days | undefined {
  const low = min ?? max;
  const high = max ?? min;
  if (low === null || low === undefined || high === null || high === undefined) return undefined;
  if ((low === 0 && high === 0) || low > MOST_DAYS || high > MOST_DAYS) return undefined;
  return low <= high ? { min: low, max: high } : { min: high, max: low };
}
