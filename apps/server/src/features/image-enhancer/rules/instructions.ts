import type { ImageAction, ImageBackground } from '@quayside/contracts';

export interface ImageRequest {
  action: Exclude<ImageAction, 'enlarge'>;
  background: ImageBackground | null;
  prompt: string | null;
}

const KEEP =
  'Keep the product exactly as it is: shape, proportions, colors, material, print and text. Add no text, logo or watermark.';

/** What the model is asked to do. The owner's own words come last, as a wish for this one image. */
export function imageInstructions({ action, background, prompt }: ImageRequest): string {
  if (action === 'remove_background')
    return background === 'transparent'
      ? `Remove the background of this product photo, so that it is fully transparent. ${KEEP}`
      : `Replace the background of this product photo with pure white (#FFFFFF), without shadows. ${KEEP}`;
  if (action === 'upscale')
    return `Reproduce this product photo sharper and in more detail, with the same framing and background. ${KEEP}`;
  return `Edit this product photo. ${KEEP} Wish: ${prompt ?? ''}`;
}

/** The size of the result that fits the image's shape best. Source: OpenAI, images/edits, `size`. */
export function resultSize(width: number, height: number): '1024x1024' | '1536x1024' | '1024x1536' {
  const shape = width / height;
  if (shape >= 1.25) return '1536x1024';
  return shape <= 0.8 ? '1024x1536' : '1024x1024';
}
