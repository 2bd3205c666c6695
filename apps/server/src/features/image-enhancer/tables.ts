import type { AiImages, IMAGE_ENHANCEMENT_STATES, ImageAction, ImageBackground } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

export type ImageEnhancementState = (typeof IMAGE_ENHANCEMENT_STATES)[number];

export interface ImageEnhancementRow {
  image_enhancement_id: string;
  product_id: string;
  action: ImageAction;
  background: ImageBackground | null;
  prompt: string | null;
  source_url: string;
  state: ImageEnhancementState;
  /** The attempt in progress. */
  run_id: string | null;
  model: string | null;
  file_id: string | null;
  public_key: string | null;
  width: number | null;
  height: number | null;
  /** The result in the library, once it was accepted. */
  image_id: string | null;
  error_key: string | null;
  error_params: MessageParams | null;
  attempts: number;
  busy_since: string | null;
  process_id: string;
  asked_by: string;
  created_at: string;
  updated_at: string;
  /** Its attempt can't be running any more: the worker died. */
  is_lost: boolean;
}

export interface ShownImage extends ImageEnhancementRow {
  title: string;
  images: { url: string }[];
}

export type ImageDefaults = Pick<AiImages, 'action' | 'background' | 'prompt' | 'most_images'>;

export interface ImageSetting extends ImageDefaults {
  is_enable: boolean;
  turned_on_by: string | null;
  turned_on_name: string | null;
  turned_on_at: string | null;
}
