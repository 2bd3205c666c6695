import type { ImageEnhancerFacts } from '@quayside/contracts';
import type { Failure } from '../../enhancer/index.ts';
import type { ImageRequest } from '../rules/instructions.ts';

export interface SourceImage {
  /** WebP. */
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** An AI model that edits images. */
export interface Drawer {
  facts: Pick<ImageEnhancerFacts, 'provider' | 'model'>;
  /** Makes one image; the provider bills it. Throws DrawerError on failure. */
  draw(image: SourceImage, request: ImageRequest, signal: AbortSignal): Promise<Uint8Array>;
}

export class DrawerError extends Error {
  override readonly name = 'DrawerError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.key);
    this.failure = failure;
  }
}
