import type { AiWriting, ContentStyle, ContentTone, ENHANCEMENT_STATES, WriterFacts } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { ProposedFields } from './rules/proposal.ts';

export type EnhancementState = (typeof ENHANCEMENT_STATES)[number];

export interface EnhancementRow {
  enhancement_id: string;
  product_id: string;
  state: EnhancementState;
  style: ContentStyle | null;
  tone: ContentTone | null;
  writer: WriterFacts | null;
  fields: ProposedFields;
  error_key: string | null;
  error_params: MessageParams | null;
  attempts: number;
  /** Since when its provider says that it is busy. */
  busy_since: string | null;
  process_id: string;
  asked_by: string;
  created_at: string;
  updated_at: string;
  /** Its worker died and told nobody: it counts as failed, and may be put away and begun anew. */
  is_stuck: boolean;
}

/** An enhancement with what its product says now. */
export interface ShownEnhancement extends EnhancementRow {
  title: string;
  description_html: string;
  images: { url: string }[];
}

/** How the products of a workspace are written. */
export type WritingDefaults = Pick<AiWriting, 'style' | 'tone' | 'language' | 'forbidden_words' | 'brand_voice'>;

/** With the rule that has imported products enhanced: on behalf of whom, while it is on. */
export interface WritingSetting extends WritingDefaults {
  is_enable: boolean;
  turned_on_by: string | null;
  turned_on_name: string | null;
  turned_on_at: string | null;
}
