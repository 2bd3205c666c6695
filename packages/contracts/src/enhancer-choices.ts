/** Options of the enhancer, without schemas for screens. */

/** Writing styles for AI models. Source: rule B224. */
export const CONTENT_STYLES = ['highlight', 'simple', 'minimalism', 'storytelling'] as const;
export const CONTENT_TONES = ['persuasive', 'expert', 'daring', 'playful', 'sophisticated', 'supportive'] as const;
export type ContentStyle = (typeof CONTENT_STYLES)[number];
export type ContentTone = (typeof CONTENT_TONES)[number];

/** Product texts that the enhancer writes, accepted one by one. */
export const CONTENT_FIELDS = ['title', 'description_html'] as const;
export const SEO_FIELDS = ['seo_title', 'seo_description'] as const;
export const ENHANCED_FIELDS = [...CONTENT_FIELDS, ...SEO_FIELDS] as const;
export type EnhancedField = (typeof ENHANCED_FIELDS)[number];

/** What an enhancement writes: title and description, or the texts for search engines. Each uses credits of its own (rule B467). */
export const ENHANCEMENT_KINDS = ['content', 'seo'] as const;
export type EnhancementKind = (typeof ENHANCEMENT_KINDS)[number];

/** Maximum number of products per request, and of enhancements accepted in one call. */
export const MOST_ENHANCED = 500;
export const MOST_ACCEPTED = 100;

/** Limits of the writing settings: blocked words, their length, and the note's length. */
export const MOST_FORBIDDEN_WORDS = 30;
export const LONGEST_FORBIDDEN_WORD = 40;
export const LONGEST_BRAND_VOICE = 500;

/** The rule's name in the audit log when imported products are enhanced automatically. */
export const AI_WRITING_RULE = 'ai-writing';
