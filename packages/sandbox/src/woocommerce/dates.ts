/** Seconds since 1970 that WordPress would store now. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock in a zone, e.g. "2026-11-21T05:41:14", with no offset: as WordPress writes its local dates. */
export function localTime(seconds: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(new Date(seconds * 1000)).replace(' ', 'T');
}

export const gmtTime = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * What WordPress compares with when asked for things "after" a date. A date with an offset is turned into the site's
 * local time first, also when `gmt` says that the column holds GMT: with "Z" the comparison is off by the site's
 * offset, without it the date is taken as it stands. undefined: not a date. Source: WP_Date_Query::build_mysql_datetime.
 */
export function comparable(text: string, timeZone: string): string | undefined {
  const match = FORM.exec(text);
  if (!match?.[1]) return undefined;
  if (!match[2]) return match[1];
  const millis = Date.parse(text);
  return Number.isNaN(millis) ? undefined : localTime(Math.floor(millis / 1000), timeZone);
}

/** Unix seconds of a wall clock in a zone ("UTC" for the GMT columns). */
export function wallSeconds(wall: string, timeZone: string): number {
  const asUtc = Math.floor(Date.parse(`${wall}Z`) / 1000);
  const offset = Math.floor(Date.parse(`${localTime(asUtc, timeZone)}Z`) / 1000) - asUtc;
  return asUtc - offset;
}
