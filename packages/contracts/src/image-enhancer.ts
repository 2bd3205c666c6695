import { z } from 'zod';
import { call } from './call.ts';
import {
  IMAGE_ACTIONS,
  IMAGE_BACKGROUNDS,
  IMAGE_PLACEMENTS,
  LONGEST_IMAGE_PROMPT,
  MOST_IMAGE_PRODUCTS,
  MOST_IMAGES,
  MOST_IMAGES_ACCEPTED,
  MOST_IMAGES_EACH,
} from './image-choices.ts';
import { idSchema, pageOf, pageQueryShape, problemSchema, timeSchema } from './shapes.ts';

export const IMAGE_ENHANCEMENT_STATES = [
  'queued',
  'working',
  'proposed',
  'replaced',
  'added',
  'undone',
  'failed',
] as const;

/** The AI provider of images and what can be done here. */
const facts = z
  .object({
    provider: z.enum(['openai', 'compatible']).nullable(),
    model: z.string().nullable(),
    actions: z.array(z.enum(IMAGE_ACTIONS)),
    /** Credits for each image that AI improves. */
    cost: z.int(),
  })
  .meta({ id: 'ImageEnhancer' });
export type ImageEnhancerFacts = z.output<typeof facts>;

export const imageEnhancementSchema = z
  .object({
    image_enhancement_id: idSchema,
    product_id: idSchema,
    /** The current product. */
    title: z.string(),
    action: z.enum(IMAGE_ACTIONS),
    background: z.enum(IMAGE_BACKGROUNDS).nullable(),
    prompt: z.string().nullable(),
    state: z.enum(IMAGE_ENHANCEMENT_STATES),
    model: z.string().nullable(),
    before: z.string(),
    after: z.string().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** The product no longer has the image that the next step needs. */
    is_stale: z.boolean(),
    problem: problemSchema.nullable(),
    process_id: idSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'ImageEnhancement' });
export type ImageEnhancement = z.output<typeof imageEnhancementSchema>;

const prompt = z.string().trim().max(LONGEST_IMAGE_PROMPT);
const settingShape = {
  action: z.enum(IMAGE_ACTIONS),
  background: z.enum(IMAGE_BACKGROUNDS),
  /** What to change, for the action `edit`. */
  prompt,
  /** How many images of each imported product, the first ones. */
  most_images: z.int().min(1).max(MOST_IMAGES_EACH),
};
export const aiImagesSchema = z
  .object({
    ...settingShape,
    is_enable: z.boolean(),
    turned_on_by: z.string().nullable(),
    turned_on_at: timeSchema.nullable(),
  })
  .meta({ id: 'AiImages' });
export type AiImages = z.output<typeof aiImagesSchema>;

const requestShape = {
  product_ids: z.array(idSchema).min(1).max(MOST_IMAGE_PRODUCTS),
  /** Images of the product; only with one product. Absent: the first `most_images` of each. */
  image_urls: z.array(z.string().min(1).max(2_048)).min(1).max(MOST_IMAGES).optional(),
  most_images: z.int().min(1).max(MOST_IMAGES_EACH).default(1),
  action: z.enum(IMAGE_ACTIONS),
  background: z.enum(IMAGE_BACKGROUNDS).default('white'),
  /** What to change; required for `edit`. */
  prompt: prompt.optional(),
};
/** Long addresses of many images. */
const REQUEST_LIMITS = { bytes: 512 * 1024 };
const failedSchema = z.record(z.string(), problemSchema);
const ids = (most: number) => z.array(idSchema).min(1).max(most);

/** Improved product images: proposed beside their originals, accepted and undone one by one. */
export const imageEnhancer = {
  facts: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/image-enhancer',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the AI provider for images of this installation, and the available improvements.',
    data: facts,
  }),
  optimize: call({
    id: 'C111',
    method: 'POST',
    path: '/center/products/optimize-image',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Request improved images for products. Creates proposals without changing products.',
    body: z.strictObject({
      ...requestShape,
      /** The price that was shown; a higher one is refused. */
      credits: z.int().min(0).optional(),
    }),
    limits: REQUEST_LIMITS,
    data: z.object({
      items: z.array(z.object({ product_id: idSchema, image_enhancement_id: idSchema, process_id: idSchema })),
      /** Products that were not started, by id. */
      failed: failedSchema,
    }),
  }),
  preview: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/optimize-image/preview',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Get how many images a request would improve and what that costs, without starting it.',
    body: z.strictObject(requestShape),
    limits: REQUEST_LIMITS,
    data: z.object({ images: z.int(), credits: z.int(), failed: failedSchema }),
  }),
  list: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/image-enhancements',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List improved images that are running, proposed, accepted or failed, newest first.',
    query: z.object({ ...pageQueryShape, product_id: idSchema.optional() }).omit({ page: true }),
    data: pageOf(imageEnhancementSchema),
  }),
  accept: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/image-enhancements/accept',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Use improved images in their products, in place of the originals or after them. Images changed since are skipped.',
    body: z.strictObject({ image_enhancement_ids: ids(MOST_IMAGES_ACCEPTED), placement: z.enum(IMAGE_PLACEMENTS) }),
    data: z.object({ items: z.array(imageEnhancementSchema), failed: failedSchema }),
  }),
  undo: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/image-enhancements/{image_enhancement_id}/undo',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Put the original back while the product still has the improved image.',
    params: z.object({ image_enhancement_id: idSchema }),
    data: imageEnhancementSchema,
  }),
  discard: call({
    id: 'own',
    method: 'DELETE',
    path: '/center/products/image-enhancements',
    access: 'workplace',
    needs: 'products.change',
    summary: "Discard improved images. Products don't change; accepted images can no longer be undone.",
    body: z.strictObject({ image_enhancement_ids: ids(MOST_IMAGES_ACCEPTED) }),
    data: z.object({ deleted: z.array(idSchema), failed: failedSchema }),
  }),
  setting: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/setting/automation-optimize-image',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get how images of imported products are improved automatically.',
    data: aiImagesSchema,
  }),
  saveSetting: call({
    id: 'C144',
    method: 'PUT',
    path: '/center/products/setting/automation-optimize-image',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save how images of imported products are improved automatically.',
    body: z.strictObject(settingShape),
    data: aiImagesSchema,
  }),
  turn: call({
    id: 'C152',
    method: 'PUT',
    path: '/center/products/setting/automation-optimize-image/update-status',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Turn automatic improvement of images on or off. Results are proposed; nothing is accepted automatically.',
    body: z.strictObject({ is_enable: z.boolean() }),
    data: aiImagesSchema,
  }),
};
