import type { ImageEnhancement } from '@quayside/contracts';
import { galleryPath } from '../../pictures/own-picture.ts';
import { problemAnswer } from '../connections/index.ts';
import type { ShownImage } from './tables.ts';

function problemOf(row: ShownImage, locale: string): ImageEnhancement['problem'] {
  if (row.is_lost) return problemAnswer(locale, { key: 'IMAGE_OUTCOME_UNKNOWN', params: {} });
  return row.error_key ? problemAnswer(locale, { key: row.error_key, params: row.error_params ?? {} }) : null;
}

export function imageAnswer(row: ShownImage, locale: string): ImageEnhancement {
  const after = row.public_key ? galleryPath(row.public_key) : null;
  const needed = row.state === 'replaced' || row.state === 'added' ? after : row.source_url;
  return {
    image_enhancement_id: row.image_enhancement_id,
    product_id: row.product_id,
    title: row.title,
    action: row.action,
    background: row.background,
    prompt: row.prompt,
    state: row.is_lost ? 'failed' : row.state,
    model: row.model,
    before: row.source_url,
    after,
    width: row.width,
    height: row.height,
    is_stale: !row.images.some((image) => image.url === needed),
    problem: problemOf(row, locale),
    process_id: row.process_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
