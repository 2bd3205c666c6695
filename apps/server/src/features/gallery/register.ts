import { contracts, type GalleryImage, UPLOAD_PART } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { galleryPath, getOwnPicture } from '../../pictures/own-picture.ts';
import { addPart, readPublicPicture, readUpload, startUpload, type UploadRow } from '../files/index.ts';
import { addFile, addLink, addUpload } from './actions/add-image.ts';
import { removeImages } from './actions/delete-images.ts';
import type { GalleryPorts } from './ports.ts';
import { countImages, listImages } from './repo.ts';
import type { ImageRow } from './tables.ts';

const toView = (row: ImageRow): GalleryImage => ({
  id: row.image_id,
  name: row.name,
  image_url: galleryPath(row.public_key),
  width: row.width,
  height: row.height,
  size: row.bytes,
  create_at: row.created_at,
});

const toUploadView = ({ upload_id, received, bytes, expires_at }: UploadRow) => ({
  id: upload_id,
  offset: received,
  bytes,
  part_bytes: UPLOAD_PART.most,
  expires_at,
});

/** The added image, or why the file was refused. */
async function added(who: Pick<Who, 'locale'>, work: Promise<ImageRow>) {
  try {
    return { image: toView(await work), error_code: null, error: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 'UNPROCESSABLE_ENTITY') throw error;
    return { image: null, error_code: error.code, error: say(who.locale, error.messageKey, error.params) };
  }
}

/** The image library of a workspace. */
export function register(deps: Deps, ports: GalleryPorts): Feature {
  const calls = contracts.gallery;
  return {
    jobs: [],
    routes(app) {
      route(app, calls.imageOrigins, async ({ params }, who) => {
        const urls = await deps.db.read(who.scope, (ex) => ports.findOriginals(ex, who.workplaceId, params.id));
        if (!urls) throw notFound('PRODUCT_NOT_FOUND');
        return { images: urls.map((url) => ({ image_url: url })) };
      });
      route(app, calls.upload, async ({ body: { fields, file } }, who) => {
        const { link } = fields;
        if ((link === undefined) === (file === undefined))
          throw new AppError('BAD_REQUEST', 'GALLERY_NO_SOURCE', { fields: { file: ['GALLERY_NO_SOURCE'] } });
        return added(who, file ? addFile(deps, who.scope, file) : addLink(deps, who.scope, link ?? ''));
      });
      route(app, calls.startUpload, async ({ body }, who) =>
        toUploadView(await startUpload(deps, who.scope, { ...body, field: 'bytes' })),
      );
      route(app, calls.uploadState, async ({ params }, who) =>
        toUploadView(await readUpload(deps, who.scope, params.gallery_upload_id)),
      );
      route(app, calls.sendPart, async ({ params, query, body }, who) =>
        toUploadView(await addPart(deps, who.scope, params.gallery_upload_id, { ...query, bytes: body })),
      );
      route(app, calls.finishUpload, ({ params, body }, who) =>
        added(who, addUpload(deps, who.scope, params.gallery_upload_id, body.is_mobile)),
      );
      route(app, calls.list, ({ query: { page, page_size: size } }, who) =>
        deps.db.read(who.scope, async (ex) => ({
          images: (await listImages(ex, who.workplaceId, { page, size })).map(toView),
          total: await countImages(ex, who.workplaceId),
        })),
      );
      route(app, calls.remove, async ({ body }, who) => {
        const { deleted, kept } = await removeImages(deps, ports, who.scope, body.image_ids);
        const failed = [...kept].map(([id, { key, params }]) => [
          id,
          { key, params, text: say(who.locale, key, params) },
        ]);
        return { deleted, failed: Object.fromEntries(failed) };
      });

      // For image elements and stores, which send no bearer token: the address can't be guessed.
      app.fastify.get<{ Params: { name: string } }>('/pictures/gallery-:name', async ({ params: { name } }, reply) => {
        const wanted = getOwnPicture(`gallery-${name}`);
        const picture = wanted && (await readPublicPicture(deps, wanted));
        if (!picture) return reply.code(404).header('cache-control', 'no-store').send();
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .type('image/webp')
          .send(picture);
      });
    },
  };
}
