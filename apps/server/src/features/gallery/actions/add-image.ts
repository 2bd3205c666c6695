import { randomBytes } from 'node:crypto';
import { type FormFile, GALLERY_FILE, MOST_GALLERY_IMAGES } from '@quayside/contracts';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { convertUpload } from '../../../pictures/convert.ts';
import type { Conversion, ConversionFault } from '../../../pictures/convert-picture.ts';
import { fetchPicture } from '../../../pictures/fetch-picture.ts';
import { finishUpload, publishFile, saveFile } from '../../files/index.ts';
import { countImages, findImage, insertImage, lockGallery } from '../repo.ts';
import { toImageName, toLinkName } from '../rules/image-name.ts';
import type { ImageRow } from '../tables.ts';

const ACCEPT = 'image/webp,image/png,image/jpeg,image/heic,image/svg+xml';

const FAULTS: Readonly<Record<ConversionFault, string>> = {
  kind: 'GALLERY_FILE_KIND',
  pixels: 'GALLERY_FILE_PIXELS',
  broken: 'GALLERY_FILE_BROKEN',
  heic: 'GALLERY_HEIC_FAILED',
  large: 'GALLERY_RESULT_TOO_LARGE',
};

type Field = 'file' | 'link';

const refuse = (field: Field, key: string, params: MessageParams = {}) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { params, fields: { [field]: [key] } });

const full = (field: Field) => refuse(field, 'GALLERY_FULL', { most: MOST_GALLERY_IMAGES });

async function save(deps: Deps, scope: WorkplaceScope, field: Field, file: FormFile): Promise<ImageRow> {
  const { name } = file;
  if (file.bytes.length === 0) throw refuse(field, 'GALLERY_FILE_EMPTY', { name });
  if (file.bytes.length > GALLERY_FILE.most)
    throw refuse(field, 'GALLERY_FILE_TOO_LARGE', { name, size: GALLERY_FILE.megabytes });
  return keep(deps, scope, field, { id: newId(), name }, await convertUpload({ bytes: file.bytes }));
}

/** Stores a converted image and adds it to the library. */
async function keep(
  deps: Deps,
  scope: WorkplaceScope,
  field: Field,
  { id, name }: { id: string; name: string },
  result: Conversion,
): Promise<ImageRow> {
  if ('fault' in result) throw refuse(field, FAULTS[result.fault], { name });
  const { bytes, width, height } = result.done;
  if (bytes.length > GALLERY_FILE.most)
    throw refuse(field, 'GALLERY_RESULT_TOO_LARGE', { name, size: GALLERY_FILE.megabytes });
  const { workplaceId } = scope;
  // A crash before the next transaction leaves an unused file, which is deleted after a day.
  const stored = await saveFile(deps, scope, { name, bytes, field });
  return deps.db.tenant(scope, async (tx) => {
    await lockGallery(tx, workplaceId);
    if ((await countImages(tx, workplaceId)) >= MOST_GALLERY_IMAGES) throw full(field);
    const publicKey = randomBytes(16).toString('hex');
    const image = await insertImage(tx, workplaceId, {
      image_id: id,
      file_id: stored.file_id,
      public_key: publicKey,
      name,
      width,
      height,
      bytes: bytes.length,
    });
    if (!image || (await publishFile(tx, workplaceId, stored.file_id, publicKey)) === 0)
      throw new Error('stored file of an image not found');
    return image;
  });
}

/** Refuses early, before anything is fetched or converted; the count is checked again when the image is saved. */
async function checkSpace(deps: Deps, scope: WorkplaceScope, field: Field): Promise<void> {
  const count = await deps.db.read(scope, (ex) => countImages(ex, scope.workplaceId));
  if (count >= MOST_GALLERY_IMAGES) throw full(field);
}

/** Adds an uploaded image to the library. Throws what is wrong with the file, by its name. */
export async function addFile(deps: Deps, scope: WorkplaceScope, file: FormFile): Promise<ImageRow> {
  await checkSpace(deps, scope, 'file');
  return save(deps, scope, 'file', { name: toImageName(file.name), bytes: file.bytes });
}

/** Adds the image behind a link to the library. Throws what is wrong with it. */
export async function addLink(deps: Deps, scope: WorkplaceScope, link: string): Promise<ImageRow> {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) throw refuse('link', 'GALLERY_LINK_INVALID');
  await checkSpace(deps, scope, 'link');
  const fetched = await fetchPicture(deps, link, { most: GALLERY_FILE.most, accept: ACCEPT });
  if ('again' in fetched) throw refuse('link', fetched.again);
  if ('fault' in fetched)
    throw fetched.fault === 'PICTURE_TOO_LARGE'
      ? refuse('link', 'GALLERY_LINK_TOO_LARGE', { size: GALLERY_FILE.megabytes })
      : refuse('link', fetched.fault);
  return save(deps, scope, 'link', { name: toLinkName(link), bytes: fetched.bytes });
}

/** Adds a photo that was uploaded in parts; its image has the upload's id, so finishing it twice adds it once. */
export async function addUpload(
  deps: Deps,
  scope: WorkplaceScope,
  uploadId: string,
  isMobile: boolean,
): Promise<ImageRow> {
  const there = await deps.db.read(scope, (ex) => findImage(ex, scope.workplaceId, uploadId));
  if (there) return there;
  await checkSpace(deps, scope, 'file');
  return finishUpload(deps, scope, uploadId, async (path, { name }) =>
    keep(deps, scope, 'file', { id: uploadId, name: toImageName(name) }, await convertUpload({ path }, { isMobile })),
  );
}
