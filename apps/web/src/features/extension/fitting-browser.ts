/**
 * Whether a browser can have the extension, by what it says of itself: one built on Chromium, on a computer. A page cannot know
 * more: an extension shows itself only to those pages that it speaks with.
 */
export const isFittingBrowser = (userAgent: string): boolean =>
  /Chrom(?:e|ium)\/\d/.test(userAgent) && !/\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent);
