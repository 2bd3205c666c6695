/** Start of the month that is `months` before the current one, in UTC: what is older is exported. undefined: everything is kept. */
export function exportBefore(now: string, months: number): string | undefined {
  if (months === 0) return undefined;
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)).toISOString();
}

/** First day of a time's month, such as 2026-05-01. */
export const toMonth = (at: string): string => `${at.slice(0, 7)}-01`;

/** The leading rows whose times are in the month of the first one. */
export function takeOneMonth<Row>(rows: readonly Row[], timeOf: (row: Row) => string): Row[] {
  const [first] = rows;
  if (!first) return [];
  const month = toMonth(timeOf(first));
  const end = rows.findIndex((row) => toMonth(timeOf(row)) !== month);
  return rows.slice(0, end < 0 ? rows.length : end);
}
