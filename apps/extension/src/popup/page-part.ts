import type { PageProduct, PageToSave } from '@quayside/contracts/extension-messages.ts';
import { type Money, toNumber } from '@quayside/kernel/money.ts';
import type { SavedPage } from '../quayside/save-page.ts';
import { draw } from './draw.ts';
import type { Texts } from './texts.ts';

/** What is shown of the page in front. */
export interface PageInFront {
  /** Undefined: the page does not say what it sells. */
  product: PageProduct | undefined;
  toSave: PageToSave;
}

const moneyText = (language: string, { amount, currency }: Money): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(toNumber({ amount, currency }));

function facts({ language, say }: Texts, product: PageProduct): HTMLElement {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const price = product.price && moneyText(language, product.price);
  const { rating } = product;
  const stars =
    rating &&
    (rating.count === null
      ? say('starsAlone', { value: number.format(rating.value) })
      : say('stars', { value: number.format(rating.value), count: number.format(rating.count) }));
  return draw(
    'p',
    { class: 'facts' },
    price ? draw('strong', {}, product.price_to ? say('priceFrom', { price }) : price) : null,
    stars ? draw('span', {}, `★ ${stars}`) : null,
    product.in_stock === false ? draw('span', { class: 'waiting' }, say('soldOut')) : null,
  );
}

const wordsOf = ({ say }: Texts, saved: SavedPage): string =>
  saved.outcome === 'refused'
    ? saved.why === ''
      ? say('failed')
      : say('notSaved', { why: saved.why })
    : say(saved.outcome);

/** The page of the current tab, to be saved and to be looked for at suppliers. */
export function drawPage(
  texts: Texts,
  page: PageInFront | undefined,
  save: (page: PageToSave) => Promise<SavedPage>,
  findAddress: (title: string) => string,
): HTMLElement {
  const { say } = texts;
  if (!page)
    return draw(
      'section',
      { class: 'card' },
      draw('h2', { class: 'quiet-title' }, say('thisPage')),
      draw('p', { class: 'small' }, say('noPage')),
    );
  const { product, toSave } = page;
  const said = draw('p', { class: 'said small', role: 'status' });
  const press = async (button: HTMLButtonElement): Promise<void> => {
    button.disabled = true;
    try {
      const saved = await save(toSave);
      said.replaceChildren(wordsOf(texts, saved));
      said.dataset.outcome = saved.outcome;
      button.disabled = saved.outcome === 'saved' || saved.outcome === 'kept';
    } catch {
      said.replaceChildren(say('failed'));
      button.disabled = false;
    }
  };
  return draw(
    'section',
    { class: 'card' },
    draw('h2', { class: 'quiet-title' }, say('thisPage')),
    draw(
      'div',
      { class: 'row' },
      toSave.picture_url ? draw('img', { class: 'picture', src: toSave.picture_url }) : null,
      draw(
        'div',
        { class: 'grow' },
        draw('p', { class: 'title', dir: 'auto' }, toSave.title),
        product ? facts(texts, product) : draw('p', { class: 'small' }, say('noProduct')),
      ),
    ),
    draw(
      'div',
      { class: 'buttons' },
      draw('button', { class: 'main', onClick: (button) => void press(button) }, say('save')),
      draw('a', { class: 'button', href: findAddress(toSave.title) }, say('find')),
    ),
    said,
  );
}
