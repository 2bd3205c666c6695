/** Keyword spam in suppliers' titles and descriptions that says nothing about the product. */
const SHOUTS = [
  'hot sale',
  'hot selling',
  'hot sell',
  'hot style',
  'top selling',
  'top sale',
  'best seller',
  'best selling',
  'best sale',
  'big sale',
  'flash sale',
  'on sale',
  'new arrivals',
  'new arrival',
  'new in',
  'newest fashion',
  'free shipping',
  'fast shipping',
  'fast delivery',
  'dropshipping',
  'drop shipping',
  'dropship',
  'wholesale',
  'factory direct sales',
  'factory direct',
  'factory price',
  'factory outlet',
  'cross-border',
  'cross border',
  'limited time offer',
  'limited offer',
  'in stock',
  'ready to ship',
  'high quality',
  'top quality',
  'aliexpress',
  'amazon hot',
  'ebay hot',
  'tiktok hot',
  'explosive models',
  'explosive style',
  'foreign trade',
];

const phrase = (text: string): string => text.replace(/[- ]/g, '[\\s-]+');
/** A year only together with a spam word: a calendar for 2027 keeps it. */
const YEARS = ['20\\d\\d\\s+(?:new(?:est)?|latest|hot)', '(?:new(?:est)?|latest|hot)\\s+20\\d\\d'];
const NOISE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...YEARS, ...SHOUTS.map(phrase)].join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Stars, flames, hearts, ticks and emoji modifiers. Meaningful symbols (° ™ ® © №) stay. */
const DECORATION =
  /(?![©®™#*0-9°])\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|\uFE0F|\u200D|\u20E3|[\u2605\u2606\u25A0-\u25FF\u2190-\u21FF\u2756\u2736\u273F\u2740\u3010\u3011\u300E\u300F]/gu;

function quieter(text: string): string {
  const plain = text.replace(DECORATION, ' ').replace(/[\s\u00A0\u200B]+/gu, ' ');
  const quiet = plain.replace(NOISE, ' ');
  return (
    quiet
      // Brackets left empty after removing spam.
      .replace(/\(\s*\)|\[\s*\]|\{\s*\}|<\s*>/g, ' ')
      .replace(/[!?]{2,}|!/g, (marks) => (marks.includes('?') ? '?' : ' '))
      .replace(/\s+/g, ' ')
      .replace(/\s+([,;:.)\]])/g, '$1')
      .replace(/([,;:|/])(?:\s*[,;:|/])+/g, '$1')
      .trim()
  );
}

/** Removes spam and decoration, and collapses spaces. */
export function withoutNoise(text: string): string {
  let now = text;
  // Repeats, because removing one match may create another; the text only gets shorter.
  for (let next = quieter(now); next !== now; next = quieter(now)) now = next;
  return now;
}

/** Whether a text consists only of spam. */
export const isNoise = (text: string): boolean => !/[\p{L}\p{N}]/u.test(withoutNoise(text));
