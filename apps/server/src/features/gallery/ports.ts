import type { Executor } from '../../db/index.ts';

/** What the library asks of other features; compose.ts plugs them in. */
export interface GalleryPorts {
  /** The title of a product that uses an image, by the image's public key; unused ones are left out. */
  findUses(tx: Executor, workplaceId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Images of a product as its supplier showed them; undefined: there is no such product. */
  findOriginals(ex: Executor, workplaceId: string, productId: string): Promise<string[] | undefined>;
}
