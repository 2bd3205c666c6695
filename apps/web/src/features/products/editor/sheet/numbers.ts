/** The sign before the decimals. */
export type DecimalSign = '.' | ',';

const EASTERN = /[٠-٩۰-۹٫٬]/g;

/** Digits and signs of Arabic and Persian sheets as Western ones. */
function western(sign: string): string {
  if (sign === '٫') return '.';
  if (sign === '٬') return "'";
  const code = sign.charCodeAt(0);
  return String(code - (code >= 0x6f0 ? 0x6f0 : 0x660));
}

/** Without spaces and signs that only ever group digits. */
const plain = (text: string): string => text.replaceAll(EASTERN, western).replaceAll(/[\s'’\u00a0\u202f]/g, '');

const isNumeric = (text: string): boolean => /^-?(\d[\d.,]*|[.,]\d+)$/.test(text);

/** The decimal sign of one number; undefined where it reads both ways ("1,234") or has no sign. */
function ownSign(text: string): DecimalSign | undefined {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  if (points + commas === 0) return undefined;
  const sign = points > 0 ? '.' : ',';
  if (points + commas > 1) return sign === '.' ? ',' : '.';
  const [whole = '', rest = ''] = text.replace('-', '').split(sign);
  return rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? undefined : sign;
}

/**
 * The decimal sign of pasted cells: that of the numbers which read only one way, else the language's own. So a German
 * sheet's "1.234" next to "19,90" is a thousand and more.
 */
export function findDecimalSign(cells: readonly string[], language: string): DecimalSign {
  const count = { '.': 0, ',': 0 };
  for (const cell of cells) {
    const text = plain(cell.replaceAll(/[^\d.,\s'’٠-٩۰-۹٫٬-]/gu, ''));
    const sign = isNumeric(text) ? ownSign(text) : undefined;
    if (sign) count[sign] += 1;
  }
  if (count['.'] !== count[',']) return count['.'] > count[','] ? '.' : ',';
  const part = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal');
  return part?.value === ',' ? ',' : '.';
}

/** A number as plain digits with a point ("1234.5"); undefined where it is none. `sign` decides what reads both ways. */
export function readNumber(typed: string, sign: DecimalSign): string | undefined {
  const text = plain(typed);
  if (!isNumeric(text)) return undefined;
  const decimal = ownSign(text) ?? sign;
  const [whole = '', rest, ...more] = text.replaceAll(decimal === '.' ? ',' : '.', '').split(decimal);
  if (more.length > 0) return undefined;
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1');
  const start = digits === '' || digits === '-' ? `${digits}0` : digits;
  return rest ? `${start}.${rest}` : start;
}
