const SIZES = [80, 320, 800, 1200] as const;

/** Keys of imported images are hashes, so that no outside name reaches the file system. */
const IMPORTED = /^imported-[0-9a-f]{40}$/;

/** Whether a key names an image of an operator's own product. */
export const isImported = (key: string): boolean => IMPORTED.test(key);

/** An image of our own catalog, identified by its URL. */
export interface OwnPicture {
  key: string;
  size: (typeof SIZES)[number];
}

/** Parses an image name (`KEY-SIZE.webp`); undefined: not one of ours. */
export function getOwnPicture(name: string): OwnPicture | undefined {
  const match = /^([A-Za-z0-9_.~-]{1,200})-(80|320|800|1200)\.webp$/.exec(name);
  const size = SIZES.find((one) => String(one) === match?.[2]);
  return match?.[1] && size ? { key: match[1], size } : undefined;
}

/** The same for stored image paths, without duplicates. */
export function ownPicturesIn(addresses: readonly (string | null)[]): OwnPicture[] {
  const found = new Map<string, OwnPicture>();
  for (const address of addresses) {
    const name = /^\/pictures\/([^/]+)$/.exec(address ?? '')?.[1];
    const picture = name && getOwnPicture(name);
    // An imported one is here already, and made in its sizes in no time.
    if (name && picture && !isImported(picture.key)) found.set(name, picture);
  }
  return [...found.values()];
}
