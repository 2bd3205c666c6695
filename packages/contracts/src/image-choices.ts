/** Options of the image enhancer, without schemas for screens. */

/** Improvements of an image. Only `enlarge` works without an AI provider, and costs nothing. */
export const IMAGE_ACTIONS = ['remove_background', 'upscale', 'edit', 'enlarge'] as const;
export type ImageAction = (typeof IMAGE_ACTIONS)[number];
export const isAiAction = (action: ImageAction): boolean => action !== 'enlarge';

export const IMAGE_BACKGROUNDS = ['white', 'transparent'] as const;
export type ImageBackground = (typeof IMAGE_BACKGROUNDS)[number];

/** Where an accepted result goes: in place of its original, or after it. */
export const IMAGE_PLACEMENTS = ['replace', 'after'] as const;
export type ImagePlacement = (typeof IMAGE_PLACEMENTS)[number];

export const LONGEST_IMAGE_PROMPT = 1_000;
/** Maximum number of products and of images per request, and of results accepted in one call. */
export const MOST_IMAGE_PRODUCTS = 100;
export const MOST_IMAGES = 200;
export const MOST_IMAGES_ACCEPTED = 100;
/** Images of each product in a bulk request, the first ones. */
export const MOST_IMAGES_EACH = 10;

/** The rule's name in the audit log when images of imported products are improved automatically. */
export const AI_IMAGES_RULE = 'ai-images';
