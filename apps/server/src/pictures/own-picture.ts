/** Only images of a library have this size: their file as it is stored. */
export const LIBRARY_SIZE = 2400;
export const PICTURE_SIZES = [80, 320, 800, 1200, LIBRARY_SIZE] as const;

/** Keys of imported images are hashes, so that no outside name reaches the file system. */
const IMPORTED = /^imported-[0-9a-f]{40}$/;

/** Whether a key names an image of an operator's own product. */
export const isImported = (key: string): boolean => IMPORTED.test(key);

const GALLERY = /^gallery-([0-9a-f]{32})$/;

/** The public key in the name of an image of a workspace's library; undefined: it is another image. */
export const galleryKey = (key: string): string | undefined => GALLERY.exec(key)?.[1];

/** The key of an image of a workspace's library by its public key. */
export const galleryName = (publicKey: string): string => `gallery-${publicKey}`;

/** The path of an image of the library as products keep it. */
export const galleryPath = (publicKey: string): string => `/pictures/${galleryName(publicKey)}-${LIBRARY_SIZE}.webp`;

/** The public key of a stored image path; undefined: it is no image of a library. */
export const galleryKeyOf = (address: string): string | undefined =>
  /^\/pictures\/gallery-([0-9a-f]{32})-\d+\.webp$/.exec(address)?.[1];

/** An image of our own catalog, identified by its URL. */
export interface OwnPicture {
  key: string;
  size: (typeof PICTURE_SIZES)[number];
}

/** Parses an image name (`KEY-SIZE.webp`); undefined: not one of ours. */
export function getOwnPicture(name: string): OwnPicture | undefined {
  const match = /^([A-Za-z0-9_.~-]{1,200})-(80|320|800|1200|2400)\.webp$/.exec(name);
  const size = PICTURE_SIZES.find((one) => String(one) === match?.[2]);
  if (!match?.[1] || !size) return undefined;
  return size === LIBRARY_SIZE && !galleryKey(match[1]) ? undefined : { key: match[1], size };
}

/** The same for stored image paths, without duplicates. */
export function ownPicturesIn(addresses: readonly (string | null)[]): OwnPicture[] {
  const found = new Map<string, OwnPicture>();
  for (const address of addresses) {
    const name = /^\/pictures\/([^/]+)$/.exec(address ?? '')?.[1];
    const picture = name && getOwnPicture(name);
    // Imported ones and those of the library are here already, and made in their sizes in no time.
    if (name && picture && !isImported(picture.key) && !galleryKey(picture.key)) found.set(name, picture);
  }
  return [...found.values()];
}
