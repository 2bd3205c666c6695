import type { ManualOrder } from '@quayside/contracts/extension-messages.ts';
import type { SavedOrder } from '../storage.ts';
import { draw } from './draw.ts';
import type { Texts } from './texts.ts';

/** The address in the order in which one types it; the country's code is not typed anywhere. */
const FIELDS = ['name', 'company', 'address1', 'address2', 'city', 'province', 'zip', 'country', 'phone'] as const;
const COPIED_MS = 1_500;

function copyButton({ say }: Texts, what: string, text: string, isWide = false): HTMLButtonElement {
  const button = draw(
    'button',
    {
      class: isWide ? 'quiet' : 'copy',
      label: isWide ? undefined : `${say('copy')}: ${what}`,
      onClick: () =>
        void navigator.clipboard.writeText(text).then(() => {
          button.replaceChildren(say('copied'));
          setTimeout(() => button.replaceChildren(isWide ? what : say('copy')), COPIED_MS);
        }),
    },
    isWide ? what : say('copy'),
  );
  return button;
}

function drawAddress(texts: Texts, shipTo: ManualOrder['ship_to']): HTMLElement {
  const { say } = texts;
  const lines = FIELDS.filter((field) => shipTo[field].trim() !== '');
  return draw(
    'section',
    {},
    draw('h3', {}, say('shipTo')),
    draw(
      'dl',
      {},
      ...lines.map((field) =>
        draw(
          'div',
          { class: 'line' },
          draw('dt', {}, say(`field_${field}`)),
          draw(
            'dd',
            {},
            draw('span', { class: 'grow', dir: 'auto' }, shipTo[field]),
            copyButton(texts, say(`field_${field}`), shipTo[field]),
          ),
        ),
      ),
    ),
    copyButton(texts, say('copyAll'), lines.map((field) => shipTo[field]).join('\n'), true),
  );
}

const drawLines = ({ say, language }: Texts, lines: ManualOrder['lines']): HTMLElement =>
  draw(
    'section',
    {},
    draw('h3', {}, say('toBuy')),
    draw(
      'ul',
      {},
      ...lines.map((line) =>
        draw(
          'li',
          { class: 'row' },
          draw('strong', { class: 'count' }, `${new Intl.NumberFormat(language).format(line.quantity)} ×`),
          draw(
            'div',
            { class: 'grow' },
            draw('p', { dir: 'auto' }, [line.title, line.variant].filter(Boolean).join(' · ')),
            line.address
              ? draw('a', { class: 'small', href: line.address }, say('openPage'))
              : draw('p', { class: 'small' }, say('noAddress')),
          ),
        ),
      ),
    ),
  );

/** The orders at hand, the first one open: what is typed where one buys, and what is bought. */
export function drawOrders(
  texts: Texts,
  orders: readonly SavedOrder[],
  putAway: (orderId: string) => Promise<void>,
): HTMLElement | null {
  const { say, language } = texts;
  if (orders.length === 0) return null;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const section = draw('section', { class: 'card' }, draw('h2', { class: 'quiet-title' }, say('orders')));
  for (const [index, { order, openedAt }] of orders.entries()) {
    const one = draw(
      'details',
      { open: index === 0 },
      draw(
        'summary',
        {},
        draw('strong', { dir: 'auto' }, order.name),
        draw('span', { class: 'small' }, say('openedAt', { time: time.format(openedAt) })),
      ),
      drawAddress(texts, order.ship_to),
      drawLines(texts, order.lines),
      draw(
        'button',
        {
          onClick: () =>
            void putAway(order.order_id).then(() => {
              one.remove();
              if (!section.querySelector('details')) section.remove();
            }),
        },
        say('done'),
      ),
    );
    section.append(one);
  }
  return section;
}
