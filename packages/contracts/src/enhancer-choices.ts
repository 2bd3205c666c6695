/** What can be chosen of the enhancer; screens read it without the schemas. */

/** How a writer of a model is asked to write. Source: rule B224. */
export const CONTENT_STYLES = ['highlight', 'simple', 'minimalism', 'storytelling'] as const;
export const CONTENT_TONES = ['persuasive', 'expert', 'daring', 'playful', 'sophisticated', 'supportive'] as const;
export type ContentStyle = (typeof CONTENT_STYLES)[number];
export type ContentTone = (typeof CONTENT_TONES)[number];

/** The words of a product that the enhancer writes, each accepted for itself. */
export const ENHANCED_FIELDS = ['title', 'description_html'] as const;
export type EnhancedField = (typeof ENHANCED_FIELDS)[number];

/** Most products that one call has enhanced, and most enhancements that one call accepts. */
export const MOST_ENHANCED = 500;
export const MOST_ACCEPTED = 100;

/** How a workspace has its products written: at most so many words that must not stand in a text, each so long, and a note so long. */
export const MOST_FORBIDDEN_WORDS = 30;
export const LONGEST_FORBIDDEN_WORD = 40;
export const LONGEST_BRAND_VOICE = 500;

/** How the trail names the rule that has imported products enhanced by itself. */
export const AI_WRITING_RULE = 'ai-writing';
