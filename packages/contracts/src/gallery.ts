import { z } from 'zod';
import { call } from './call.ts';
import { LARGEST_UPLOAD, UPLOAD_PART } from './file-limits.ts';
import { GALLERY_FILE, GALLERY_PAGE, MOST_GALLERY_IMAGES } from './gallery-limits.ts';
import { idSchema, problemSchema, queryInt, timeSchema } from './shapes.ts';

/** The image library of a workspace. */

export const galleryImageSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** Path of the image on this installation. Stores fetch it there while the image exists. */
    image_url: z.string(),
    width: z.int(),
    height: z.int(),
    /** Bytes as stored. */
    size: z.int(),
    create_at: timeSchema,
  })
  .meta({ id: 'GalleryImage' });
export type GalleryImage = z.output<typeof galleryImageSchema>;

/** One of the two is null. */
const addedSchema = z.object({
  image: galleryImageSchema.nullable(),
  error_code: z.string().nullable(),
  /** The error in the caller's language. */
  error: z.string().nullable(),
});

const uploadSchema = z
  .object({
    id: idSchema,
    /** Bytes received: where the next part begins. */
    offset: z.int(),
    bytes: z.int(),
    /** Bytes of each part but the last. */
    part_bytes: z.int(),
    expires_at: timeSchema,
  })
  .meta({ id: 'Upload' });

export const gallery = {
  imageOrigins: call({
    id: 'C066',
    method: 'GET',
    path: '/center/products/{id}/image-origins',
    access: 'workplace',
    needs: 'products.read',
    summary: "List a product's images as its supplier showed them at the import, those of variants too.",
    params: z.object({ id: idSchema }),
    data: z.object({ images: z.array(z.object({ image_url: z.string() })) }),
  }),
  upload: call({
    id: 'C067',
    method: 'POST',
    path: '/center/products/galleries/upload',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Add an image to the library, from a file or a link. It is stored as WebP. Returns the image, or the error code of a refused one.',
    form: { fields: z.strictObject({ link: z.string().trim().min(1).max(2000).optional() }), most: GALLERY_FILE.most },
    data: addedSchema,
    perMinute: 300,
  }),
  list: call({
    id: 'C068',
    method: 'GET',
    path: '/center/products/galleries/list',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the images of the library, newest first.',
    query: z.object({ page: queryInt(1, 100_000).default(1), page_size: queryInt(1, 100).default(GALLERY_PAGE) }),
    data: z.object({ images: z.array(galleryImageSchema), total: z.int() }),
  }),
  startUpload: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/galleries/uploads',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Start uploading a photo in parts. The stored image must fit the limit of the library; the photo may be larger.',
    body: z.strictObject({ name: z.string().trim().min(1).max(500), bytes: z.int().min(1).max(LARGEST_UPLOAD) }),
    data: uploadSchema,
    perMinute: 120,
  }),
  uploadState: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/galleries/uploads/{gallery_upload_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get how much of an upload has been received.',
    params: z.object({ gallery_upload_id: idSchema }),
    data: uploadSchema,
  }),
  sendPart: call({
    id: 'own',
    method: 'PUT',
    path: '/center/products/galleries/uploads/{gallery_upload_id}/parts',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Send the next part of an upload. A part at another offset is refused with the one to continue at.',
    params: z.object({ gallery_upload_id: idSchema }),
    query: z.strictObject({
      offset: queryInt(0, LARGEST_UPLOAD),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/i)
        .optional(),
    }),
    file: UPLOAD_PART,
    data: uploadSchema,
  }),
  finishUpload: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/galleries/uploads/{gallery_upload_id}/finish',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Convert a complete upload and add it to the library. Finishing it again returns the same image.',
    params: z.object({ gallery_upload_id: idSchema }),
    /** A phone's photos above 20 MB are compressed more. */
    body: z.strictObject({ is_mobile: z.boolean().default(false) }),
    data: addedSchema,
  }),
  remove: call({
    id: 'own',
    method: 'DELETE',
    path: '/center/products/galleries',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Delete images from the library. Those that a product uses stay and are returned as failed.',
    body: z.strictObject({ image_ids: z.array(idSchema).min(1).max(MOST_GALLERY_IMAGES) }),
    data: z.object({ deleted: z.array(idSchema), failed: z.record(z.string(), problemSchema) }),
  }),
};
