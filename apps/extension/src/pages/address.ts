const MOST = 2_000;

/** An address as a page writes it, made whole and of the web; undefined for everything else (`javascript:`, `data:`). */
export function webAddress(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '' || text.length > MOST || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  // A name and password in an address are no part of where something is.
  url.username = '';
  url.password = '';
  return url.href.length <= MOST ? url.href : undefined;
}
