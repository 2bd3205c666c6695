import { draw } from './draw.ts';
import type { Texts } from './texts.ts';

/** Sites that Quayside asked for: each is allowed by a click and the browser's own question. */
export function drawWanted({ say }: Texts, origins: readonly string[], allow: (origin: string) => Promise<boolean>) {
  return origins.map((origin) => {
    const { host } = new URL(origin);
    const text = draw('p', { class: 'small', role: 'status' }, say('askedText'));
    const section = draw(
      'section',
      { class: 'card row' },
      draw('div', { class: 'grow' }, draw('h2', {}, say('asked', { host })), text),
      draw(
        'button',
        {
          class: 'main',
          onClick: () =>
            void allow(origin).then((allowed) =>
              allowed ? section.remove() : text.replaceChildren(say('refused', { host })),
            ),
        },
        say('allow'),
      ),
    );
    return section;
  });
}
