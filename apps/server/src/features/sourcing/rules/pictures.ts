/**
 * Images served by this installation are stored as paths, because its URL changes with APP_URL and port. Other URLs are
 * unchanged.
 */
export function getStoredPicture(url: string, own: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  const ours = origin === new URL(own).origin || /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin);
  return ours && pathname.startsWith('/pictures/') ? pathname : url;
}

/** Absolute URL of a stored image for external use. */
export const absolutePicture = (kept: string, base: string): string => (kept.startsWith('/') ? base + kept : kept);
