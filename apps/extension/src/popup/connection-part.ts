import type { Installation } from '../browser-port.ts';
import type { Connection } from '../quayside/who-is-there.ts';
import { draw } from './draw.ts';
import type { Texts } from './texts.ts';

/** Who is signed in, and where. */
export function drawConnection({ say }: Texts, own: Installation, connection: Connection): HTMLElement {
  const home = own.origins[0] ?? '';
  const host = home === '' ? '' : new URL(home).host;
  const open = draw('a', { class: 'quiet', href: `${home}/app` }, say('open'));
  if (connection.state === 'signed_in')
    return draw(
      'header',
      { class: 'head' },
      draw('img', { class: 'mark', src: 'icons/48.png' }),
      draw(
        'div',
        { class: 'grow' },
        draw('h1', {}, say('connected', { host })),
        draw(
          'p',
          { class: 'small', dir: 'auto' },
          [connection.email, connection.workspace].filter(Boolean).join(' · '),
        ),
      ),
      open,
    );
  const isAway = connection.state === 'away';
  return draw(
    'header',
    { class: 'head' },
    draw('img', { class: 'mark grey', src: 'icons/48.png' }),
    draw(
      'div',
      { class: 'grow' },
      draw('h1', { class: isAway ? 'waiting' : '' }, isAway ? say('away', { host }) : say('signedOut')),
      draw('p', { class: 'small' }, say(isAway ? 'awayText' : 'signedOutText')),
    ),
    open,
  );
}
