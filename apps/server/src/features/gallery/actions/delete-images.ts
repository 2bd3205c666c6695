import type { MessageParams } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { forgetDrawn } from '../../../pictures/drawn-picture.ts';
import { galleryName } from '../../../pictures/own-picture.ts';
import { discardFiles } from '../../files/index.ts';
import type { GalleryPorts } from '../ports.ts';
import { deleteImages, lockImages } from '../repo.ts';
import type { ImageRow } from '../tables.ts';

export interface Kept {
  key: string;
  params: MessageParams;
}

/** Deletes images that no product uses. Returns the others with the reason. */
export async function removeImages(
  deps: Deps,
  ports: GalleryPorts,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<{ deleted: string[]; kept: Map<string, Kept> }> {
  const { workplaceId } = scope;
  const { found, unused, kept } = await deps.db.tenant(scope, async (tx) => {
    const images = await lockImages(tx, workplaceId, ids);
    const keys = images.map((one) => one.public_key);
    const uses = await ports.findUses(tx, workplaceId, keys);
    const usedBy = ({ public_key: key, name }: ImageRow): Kept | undefined => {
      const product = uses.get(key);
      return product === undefined ? undefined : { key: 'GALLERY_IMAGE_USED', params: { name, product } };
    };
    const used = new Map(
      images.flatMap((one) => {
        const use = usedBy(one);
        return use ? [[one.image_id, use] as const] : [];
      }),
    );
    const free = images.filter((one) => !used.has(one.image_id));
    await deleteImages(
      tx,
      workplaceId,
      free.map((one) => one.image_id),
    );
    await discardFiles(
      tx,
      workplaceId,
      free.map((one) => one.file_id),
      deps.clock.now(),
    );
    return { found: new Set(images.map((one) => one.image_id)), unused: free, kept: used };
  });
  for (const { public_key: key } of unused) await forgetDrawn(deps, galleryName(key));
  for (const id of ids) if (!found.has(id)) kept.set(id, { key: 'GALLERY_IMAGE_NOT_FOUND', params: {} });
  return { deleted: unused.map((one) => one.image_id), kept };
}
