/** Days as people read them: "5 days", "5-7 days"; undefined when nothing is known. Source: rules B274 and B275. */
export function daysText(min: number | undefined, max: number | undefined): string | undefined {
  const from = min ?? max;
  const to = max ?? min;
  if (from === undefined || to === undefined) return undefined;
  return from === to ? `${from} ${from === 1 ? 'day' : 'days'}` : `${from}-${to} days`;
}
