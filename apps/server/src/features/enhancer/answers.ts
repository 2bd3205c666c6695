import { ENHANCED_FIELDS, type Enhancement } from '@quayside/contracts';
import { problemAnswer } from '../connections/index.ts';
import { isStale } from './rules/proposal.ts';
import type { ShownEnhancement } from './tables.ts';

function problemOf(row: ShownEnhancement, locale: string): Enhancement['problem'] {
  if (row.is_stuck) return problemAnswer(locale, { key: 'ENHANCEMENT_FAILED', params: {} });
  // The reason for a running retry.
  return row.error_key ? problemAnswer(locale, { key: row.error_key, params: row.error_params ?? {} }) : null;
}

export const enhancementAnswer = (row: ShownEnhancement, locale: string): Enhancement => ({
  enhancement_id: row.enhancement_id,
  product_id: row.product_id,
  title: row.title,
  image: row.images[0]?.url ?? null,
  kind: row.kind,
  state: row.is_stuck ? 'failed' : row.state,
  style: row.style,
  tone: row.tone,
  writer: row.writer,
  fields: ENHANCED_FIELDS.flatMap((field) => {
    const proposed = row.fields[field];
    if (!proposed) return [];
    const { forbidden_words = [] } = proposed;
    return [{ field, ...proposed, forbidden_words, is_stale: isStale(proposed, row[field]) }];
  }),
  problem: problemOf(row, locale),
  process_id: row.process_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
