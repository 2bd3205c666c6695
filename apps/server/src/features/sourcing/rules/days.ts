import { shownDays } from '@quayside/kernel';

/** Days as text: "5 days", "5-7 days"; null without credible values. Source: rules B273 to B275. */
export function daysText(min: number | undefined, max: number | undefined): string | null {
  const days = shownDays(min, max);
  if (!days) return null;
  if (days.min !== days.max) return `${days.min}-${days.max} days`;
  return days.min === 1 ? '1 day' : `${days.min} days`;
}
