/** What suppliers shout into titles and descriptions to be found, and what says nothing of the goods. */
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
/** A year only together with the word that makes it a shout: a calendar for 2027 stays one. */
const YEARS = ['20\\d\\d\\s+(?:new(?:est)?|latest|hot)', '(?:new(?:est)?|latest|hot)\\s+20\\d\\d'];
const NOISE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...YEARS, ...SHOUTS.map(phrase)].join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Stars, flames, hearts, ticks and what makes emoji of them. Signs that mean something (° ™ ® © №) stay. */
const DECORATION =
  /(?![©®™#*0-9°])\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|\uFE0F|\u200D|\u20E3|[\u2605\u2606\u25A0-\u25FF\u2190-\u21FF\u2756\u2736\u273F\u2740\u3010\u3011\u300E\u300F]/gu;

function quieter(text: string): string {
  const plain = text.replace(DECORATION, ' ').replace(/[\s\u00A0\u200B]+/gu, ' ');
  const quiet = plain.replace(NOISE, ' ');
  return (
    quiet
      // What stood around a shout and stands around nothing now.
      .replace(/\(\s*\)|\[\s*\]|\{\s*\}|<\s*>/g, ' ')
      .replace(/[!?]{2,}|!/g, (marks) => (marks.includes('?') ? '?' : ' '))
      .replace(/\s+/g, ' ')
      .replace(/\s+([,;:.)\]])/g, '$1')
      .replace(/([,;:|/])(?:\s*[,;:|/])+/g, '$1')
      .trim()
  );
}

/** A text without shouts and decoration, in single spaces. */
export function withoutNoise(text: string): string {
  let now = text;
  // Taking one thing away may bring two others together; a text only gets shorter.
  for (let next = quieter(now); next !== now; next = quieter(now)) now = next;
  return now;
}

/** Nothing is left of a text once the shouts are taken out of it. */
export const isNoise = (text: string): boolean => !/[\p{L}\p{N}]/u.test(withoutNoise(text));
