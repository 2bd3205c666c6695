import type {
  AiWriting,
  ContentStyle,
  ContentTone,
  ENHANCEMENT_STATES,
  EnhancementKind,
  WriterFacts,
} from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { Product } from '../products/index.ts';
import type { ProposedFields } from './rules/proposal.ts';

export type EnhancementState = (typeof ENHANCEMENT_STATES)[number];

export interface EnhancementRow {
  enhancement_id: string;
  product_id: string;
  kind: EnhancementKind;
  state: EnhancementState;
  style: ContentStyle | null;
  tone: ContentTone | null;
  writer: WriterFacts | null;
  fields: ProposedFields;
  error_key: string | null;
  error_params: MessageParams | null;
  attempts: number;
  /** Start of the provider's rate limiting. */
  busy_since: string | null;
  process_id: string;
  asked_by: string;
  created_at: string;
  updated_at: string;
  /** Its worker died: it counts as failed, and may be dismissed and restarted. */
  is_stuck: boolean;
}

/** An enhancement with its product's current text. */
export interface ShownEnhancement
  extends EnhancementRow,
    Pick<Product, 'title' | 'description_html' | 'seo_title' | 'seo_description'> {
  images: { url: string }[];
}

/** A workspace's writing settings. */
export type WritingDefaults = Pick<AiWriting, 'style' | 'tone' | 'language' | 'forbidden_words' | 'brand_voice'>;

/** With the automatic enhancement rule and the person behind it. */
export interface WritingSetting extends WritingDefaults {
  is_enable: boolean;
  turned_on_by: string | null;
  turned_on_name: string | null;
  turned_on_at: string | null;
}
