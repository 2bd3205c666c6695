/** Edges in which the installation serves the pictures of its own catalogue, in pixels. */
const EDGES = [80, 320, 800, 1200] as const;
const OWN = /^(.*\/pictures\/[\w.~-]+)-(?:80|320|800|1200|2400)\.webp$/;

/**
 * The address of a picture in the size it is drawn at. Pictures of our own catalogue come in several sizes; any other
 * address is answered as it is.
 *
 * @param edge CSS pixels; the next size that is sharp on a screen with two pixels per CSS pixel is taken.
 */
export function pictureAt<U extends string | null | undefined>(url: U, edge: number): U | string {
  const own = url ? OWN.exec(url) : null;
  if (!own?.[1]) return url;
  const size = EDGES.find((one) => one >= edge * 1.6) ?? 1200;
  return `${own[1]}-${size}.webp`;
}
