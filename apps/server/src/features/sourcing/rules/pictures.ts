/**
 * Pictures that this installation serves itself are kept as paths: its address changes with APP_URL and with the port,
 * and a browser finds a path anyway. Other addresses stay as they are.
 */
export function keptPicture(url: string, own: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  const ours = origin === new URL(own).origin || /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin);
  return ours && pathname.startsWith('/pictures/') ? pathname : url;
}

/** The address at which somebody else can fetch a kept picture. */
export const absolutePicture = (kept: string, base: string): string => (kept.startsWith('/') ? base + kept : kept);
