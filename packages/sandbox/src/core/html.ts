/** Text that is markup already. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | undefined | false | Part[];

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const render = (part: Part): string => {
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(render).join('');
  return part === undefined || part === false ? '' : escapeHtml(String(part));
};

/** Markup from a template; everything put in is escaped unless it is markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.map((text, index) => (index === 0 ? text : render(parts[index - 1]) + text)).join(''));

const PLAIN = 'p|br|ul|ol|li|strong|em|b|i|u|h2|h3|h4|blockquote|table|thead|tbody|tr|th|td';

/** A product's own description: its plain tags stay, without any attribute; everything else is shown as text. */
export const safeHtml = (markup: string): Html =>
  new Html(
    escapeHtml(markup).replace(
      new RegExp(`&#60;(/?)(${PLAIN})(?:\\s(?:(?!&#62;).)*)?\\s*/?&#62;`, 'gi'),
      (_whole, slash: string, tag: string) => `<${slash}${tag.toLowerCase()}>`,
    ),
  );
