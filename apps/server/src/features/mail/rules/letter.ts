/** What a letter says, before it becomes text or HTML. */
export interface Letter {
  language: string;
  greeting: string;
  paragraphs: readonly string[];
  action: { label: string; url: string } | undefined;
  after: readonly string[];
  sender: string;
  /** Why the reader gets it; `settings` is the address in it where he can change that. */
  why: string;
  settings?: string;
  /** Where such mails are ended with one click. */
  ends?: { label: string; url: string };
  /** Of a shop that writes to its customers. */
  brand?: {
    name: string;
    logoUrl: string | null;
    /** #rrggbb, and the color of text on it. */
    color: string | null;
    textColor: string | null;
    support: { label: string; url: string } | null;
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** One line, whatever was given: a subject or a name with a line break in it would start a header of its own. */
export const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** What stands between words and what they are about, as each language writes it. */
const colon = (language: string): string => (language === 'fr' ? '\u00a0:' : language === 'zh-CN' ? '：' : ':');

/** The letter as plain text: a line each, the link alone on its own, so that every reader makes it a link. */
export function letterText(letter: Letter): string {
  return [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.action ? [`${letter.action.label}${colon(letter.language)}\n${letter.action.url}`] : []),
    ...letter.after,
    [
      `-- \n${letter.sender}`,
      ...(letter.brand?.support
        ? [`${letter.brand.support.label}${colon(letter.language)} ${letter.brand.support.url}`]
        : []),
      letter.why,
      ...(letter.ends ? [`${letter.ends.label}${colon(letter.language)} ${letter.ends.url}`] : []),
    ].join('\n'),
  ].join('\n\n');
}

const endHtml = ({ ends }: Letter): string =>
  ends ? `<br><a href="${escapeHtml(ends.url)}" style="color:#0b6e6e">${escapeHtml(ends.label)}</a>` : '';

/** The reason, with its address as a link. */
function whyHtml({ settings, why }: Letter): string {
  const text = escapeHtml(why);
  if (!settings) return text;
  const url = escapeHtml(settings);
  return text.replace(url, `<a href="${url}" style="color:#0b6e6e" dir="ltr">${url}</a>`);
}

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const PLAIN_COLOR = '#0b6e6e';

/** The shop's logo, or its name. */
function brandHtml({ brand }: Letter): string {
  if (!brand) return '';
  const name = escapeHtml(brand.name);
  const inside = brand.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="${name}" style="max-height:48px;max-width:220px">`
    : name;
  return `<p style="margin:0 0 20px;font-size:18px;font-weight:600">${inside}</p>`;
}

const supportHtml = ({ brand }: Letter): string =>
  brand?.support
    ? `<br><a href="${escapeHtml(brand.support.url)}" style="color:${PLAIN_COLOR}">${escapeHtml(brand.support.label)}</a>`
    : '';

/**
 * The same as simple HTML, readable in either direction and on any width: nothing is fetched, except the logo of a shop
 * that has one.
 */
export function letterHtml(letter: Letter): string {
  const direction = letter.language === 'ar' ? 'rtl' : 'ltr';
  const color = letter.brand?.color ?? PLAIN_COLOR;
  const textColor = letter.brand?.textColor ?? '#ffffff';
  const top = letter.brand?.color ? `border-top:4px solid ${color};` : '';
  const action = letter.action
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${color};color:${textColor};text-decoration:none;font-weight:600">${escapeHtml(letter.action.label)}</a></p><p style="margin:0 0 16px;color:#5b6c76;font-size:13px;word-break:break-all" dir="ltr">${escapeHtml(letter.action.url)}</p>`
    : '';
  return [
    `<!doctype html><html lang="${escapeHtml(letter.language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
    '<body style="margin:0;padding:24px;background:#fbfaf8;color:#12212b;font:15px/1.55 system-ui,sans-serif">',
    `<div style="max-width:520px;margin:0 auto;padding:28px;border:1px solid #e4e1db;${top}border-radius:8px;background:#ffffff">`,
    brandHtml(letter),
    paragraph(letter.greeting),
    ...letter.paragraphs.map(paragraph),
    action,
    ...letter.after.map(paragraph),
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e1db;color:#5b6c76;font-size:13px">${escapeHtml(letter.sender)}${supportHtml(letter)}<br>${whyHtml(letter)}${endHtml(letter)}</p>`,
    '</div></body></html>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}
