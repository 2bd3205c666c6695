import { z } from 'zod';
import { languageSchema } from './accounts.ts';
import { call } from './call.ts';
import {
  CONTENT_STYLES,
  CONTENT_TONES,
  ENHANCED_FIELDS,
  ENHANCEMENT_KINDS,
  LONGEST_BRAND_VOICE,
  LONGEST_FORBIDDEN_WORD,
  MOST_ACCEPTED,
  MOST_ENHANCED,
  MOST_FORBIDDEN_WORDS,
} from './enhancer-choices.ts';
import { idSchema, pageOf, pageQueryShape, problemSchema, timeSchema } from './shapes.ts';

export const ENHANCEMENT_STATES = ['queued', 'writing', 'proposed', 'failed'] as const;
export const PROPOSAL_STATES = ['open', 'accepted', 'undone'] as const;

/** The writer: this installation's template writer, which is not AI, or a model at a provider. */
export const writerSchema = z
  .object({
    kind: z.enum(['template', 'ai']),
    provider: z.enum(['openai', 'anthropic', 'compatible']).nullable(),
    model: z.string().nullable(),
  })
  .meta({ id: 'Writer' });
export type WriterFacts = z.output<typeof writerSchema>;

export const enhancementSchema = z
  .object({
    /** Also the id of its snapshot. */
    enhancement_id: idSchema,
    product_id: idSchema,
    /** The current product. */
    title: z.string(),
    image: z.string().nullable(),
    kind: z.enum(ENHANCEMENT_KINDS),
    state: z.enum(ENHANCEMENT_STATES),
    /** The style requested from the model. */
    style: z.enum(CONTENT_STYLES).nullable(),
    tone: z.enum(CONTENT_TONES).nullable(),
    writer: writerSchema.nullable(),
    /** Proposed changes by field; unchanged fields are left out. */
    fields: z.array(
      z.object({
        field: z.enum(ENHANCED_FIELDS),
        /** The snapshot taken when writing started. */
        before: z.string(),
        after: z.string(),
        state: z.enum(PROPOSAL_STATES),
        /** The product's text has been changed since, by someone else. */
        is_stale: z.boolean(),
        /** Numbers that appear in no product data and need review before accepting. */
        unknown_numbers: z.array(z.string()),
        /** Blocked words that the text still contains. */
        forbidden_words: z.array(z.string()),
      }),
    ),
    problem: problemSchema.nullable(),
    process_id: idSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'Enhancement' });
export type Enhancement = z.output<typeof enhancementSchema>;

const writingShape = {
  /** Default style for a model; null: unspecified. */
  style: z.enum(CONTENT_STYLES).nullable(),
  tone: z.enum(CONTENT_TONES).nullable(),
  /** Output language of a model; null: that of the supplier's text. */
  language: languageSchema.nullable(),
  /** Blocked words and phrases, ignoring case. */
  forbidden_words: z.array(z.string().trim().min(1).max(LONGEST_FORBIDDEN_WORD)).max(MOST_FORBIDDEN_WORDS),
  /** The brand voice in the owner's words. */
  brand_voice: z.string().trim().max(LONGEST_BRAND_VOICE),
};

/** Writing settings of a workspace, and whether imported products are enhanced automatically. */
export const aiWritingSchema = z
  .object({
    ...writingShape,
    is_enable: z.boolean(),
    /** Who turned it on, and when; null while it is off. */
    turned_on_by: z.string().nullable(),
    turned_on_at: timeSchema.nullable(),
  })
  .meta({ id: 'AiWriting' });
export type AiWriting = z.output<typeof aiWritingSchema>;

const ids = (most: number) => z.array(idSchema).min(1).max(most);

const enhanceBody = z.strictObject({
  product_ids: ids(MOST_ENHANCED),
  style: z.enum(CONTENT_STYLES).optional(),
  tone: z.enum(CONTENT_TONES).optional(),
});
const startedSchema = z.object({
  items: z.array(z.object({ product_id: idSchema, enhancement_id: idSchema, process_id: idSchema })),
  /** Products that were not started, by id. */
  failed: z.record(z.string(), problemSchema),
});

/** Improved texts for imported products: proposed, accepted by field, and undone from a snapshot. */
export const enhancer = {
  writer: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/writer',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the text writer of this installation: the template writer, or a model at a provider.',
    data: writerSchema,
  }),
  aiWriting: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/setting/automation-writting',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the writing settings of the workspace, including automatic enhancement of imported products.',
    data: aiWritingSchema,
  }),
  setAiWriting: call({
    id: 'C143',
    method: 'PUT',
    path: '/center/products/setting/automation-writting',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save the writing settings: default style and tone, language, blocked words and brand voice.',
    body: z.strictObject(writingShape),
    data: aiWritingSchema,
  }),
  turnAiWriting: call({
    id: 'C151',
    method: 'PUT',
    path: '/center/products/setting/automation-writting/update-status',
    access: 'workplace',
    needs: 'workspace.change',
    summary:
      'Turn automatic enhancement on or off. While it is on, each imported product gets a proposal; nothing is accepted automatically.',
    body: z.strictObject({ is_enable: z.boolean() }),
    data: aiWritingSchema,
  }),
  optimizeContent: call({
    id: 'C112',
    method: 'POST',
    path: '/center/products/optimize-content',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Request better titles and descriptions for products. Creates proposals without changing products; the template writer ignores style and tone.',
    body: enhanceBody,
    data: startedSchema,
  }),
  generateSeo: call({
    id: 'C113',
    method: 'POST',
    path: '/center/products/generate-seo-content',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Request page titles and meta descriptions for search engines. Creates proposals without changing products; the template writer ignores style and tone.',
    body: enhanceBody,
    data: startedSchema,
  }),
  enhancements: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/enhancements',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List enhancements that are running, proposed, failed or reversible, newest first.',
    query: z.object(pageQueryShape).omit({ page: true }),
    data: pageOf(enhancementSchema),
  }),
  accept: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/enhancements/accept',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Apply proposed fields to their products. Fields changed since the proposal are skipped.',
    body: z.strictObject({
      enhancement_ids: ids(MOST_ACCEPTED),
      fields: z.array(z.enum(ENHANCED_FIELDS)).min(1).max(ENHANCED_FIELDS.length),
      /** Accepts many without review; skips enhancements undone earlier and those with unknown numbers. */
      unread: z.boolean().optional(),
    }),
    data: z.object({
      items: z.array(enhancementSchema),
      /** Enhancements that were not accepted, by id. */
      failed: z.record(z.string(), problemSchema),
    }),
  }),
  rollback: call({
    id: 'C117',
    method: 'GET',
    path: '/center/products/ai-snapshots/{id}/rollback',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Undo accepted fields from their snapshot. Fields edited since then are returned and left unchanged.',
    params: z.object({ id: idSchema }),
    query: z.object({ field: z.enum(ENHANCED_FIELDS).optional() }),
    data: z.object({
      enhancement: enhancementSchema,
      undone: z.array(z.enum(ENHANCED_FIELDS)),
      /** Changed since by someone else and left alone. */
      kept: z.array(z.enum(ENHANCED_FIELDS)),
    }),
  }),
  deleteSnapshots: call({
    id: 'C118',
    method: 'DELETE',
    path: '/center/products/ai-snapshots',
    access: 'workplace',
    needs: 'products.change',
    summary:
      "Dismiss proposals and delete their snapshots. Products don't change; accepted changes can no longer be undone.",
    body: z.strictObject({ snapshot_ids: ids(500) }),
    data: z.object({ deleted: z.array(idSchema), failed: z.record(z.string(), problemSchema) }),
  }),
};
