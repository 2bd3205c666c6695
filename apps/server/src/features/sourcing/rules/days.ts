import { shownDays } from '@quayside/kernel';

/** Days as people read them: "5 days", "5-7 days"; null where nothing believable is known. Source: rules B273 to B275. */
export function daysText(min: number | undefined, max: number | undefined): string | null {
  const days = shownDays(min, max);
  if (!days) return null;
  if (days.min !== days.max) return `${days.min}-${days.max} days`;
  return days.min === 1 ? '1 day' : `${days.min} days`;
}
