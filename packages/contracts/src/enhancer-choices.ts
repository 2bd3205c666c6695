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
