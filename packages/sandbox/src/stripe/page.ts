import { escapeHtml } from './escape.ts';

interface Checkout {
  id: string;
  name: string;
  price: string;
  email: string | null;
  state: 'open' | 'complete' | 'expired';
  disputed: boolean;
  /** In full. */
  refunded: boolean;
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f5f7, #14171c); }
  main { width: min(420px, calc(100vw - 32px)); padding: 28px; border-radius: 14px; background: light-dark(#fff, #1d2129);
    box-shadow: 0 1px 3px #0002, 0 12px 32px #0001; box-sizing: border-box; }
  .note { display: inline-block; padding: 2px 10px; border-radius: 99px; font-size: 13px; background: light-dark(#fff3d6, #4a3a10); }
  h1 { font-size: 17px; font-weight: 500; margin: 18px 0 2px; } .price { font-size: 34px; font-weight: 650; margin: 0 0 20px; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0 0 24px; font-size: 15px; }
  dt { color: light-dark(#5b6472, #9aa4b2); } dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; }
  form { display: grid; gap: 10px; } button { font: inherit; padding: 11px; border-radius: 9px; border: 0; cursor: pointer; }
  button.pay { background: #4b49d8; color: #fff; font-weight: 600; } button.cancel { background: transparent; color: inherit; }
  form + form { margin-top: 10px; } button { background: light-dark(#eceef1, #2b303a); color: inherit; }
  ul { display: grid; gap: 10px; margin: 18px 0 0; padding: 0; list-style: none; overflow-wrap: anywhere; } a { color: inherit; }
  button:focus-visible, a:focus-visible { outline: 3px solid #8c8af5; outline-offset: 2px; }`;

const shell = (title: string, inner: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${inner}</main></body></html>`;

const statusOf = ({ disputed, refunded }: { disputed: boolean; refunded: boolean }): string =>
  [refunded ? 'Refunded.' : 'Paid.', ...(disputed ? ['Disputed.'] : [])].join(' ');

type Payment = Pick<Checkout, 'id' | 'price' | 'email' | 'disputed' | 'refunded'>;

/** The payments as they stand in Stripe's dashboard, each with a link to its page. */
export function paymentsPage(payments: readonly Payment[]): string {
  const items = payments.map(
    ({ id, price, email, ...state }) =>
      `<li><a href="/stripe/pay/${escapeHtml(id)}">${escapeHtml(price)}</a> ${escapeHtml(email ?? '')} ${statusOf(state)}</li>`,
  );
  return shell(
    'Payments',
    `<span class="note">Sandbox: not the real Stripe</span><h1>Payments</h1>${
      items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No payments yet.</p>'
    }`,
  );
}

/** The page where the owner confirms: a test card is filled in, since no money moves here. */
export function checkoutPage({ id, name, price, email, state, disputed, refunded }: Checkout): string {
  const button = (deed: string, label: string) =>
    `<form method="post" action="/stripe/pay/${escapeHtml(id)}/deeds/${deed}"><button type="submit">${label}</button></form>`;
  if (state === 'complete')
    return shell(
      'Checkout',
      `<span class="note">Sandbox</span><h1>${escapeHtml(name)}</h1><p class="price">${escapeHtml(price)}</p>
<p>${statusOf({ disputed, refunded })} Play the bank, or the person who runs the Stripe account:</p>
${
  disputed
    ? button('win', 'Decide the dispute: won') + button('lose', 'Decide the dispute: lost')
    : button('dispute', 'Open a dispute')
}${refunded ? '' : button('refund', 'Refund the payment')}`,
    );
  if (state !== 'open')
    return shell('Checkout', `<span class="note">Sandbox</span><h1>This checkout has expired.</h1>`);
  return shell(
    `Pay ${price}`,
    `<span class="note">Sandbox: no real money moves</span><h1>${escapeHtml(name)}</h1><p class="price">${escapeHtml(price)}</p>
<dl>${email ? `<dt>E-mail</dt><dd>${escapeHtml(email)}</dd>` : ''}<dt>Test card</dt><dd>4242 4242 4242 4242</dd>
<dt>Expires</dt><dd>12 / 34</dd><dt>Security code</dt><dd>123</dd></dl>
<form method="post" action="/stripe/pay/${escapeHtml(id)}/confirm"><button class="pay" type="submit">Pay ${escapeHtml(price)}</button></form>
<form method="post" action="/stripe/pay/${escapeHtml(id)}/cancel"><button class="cancel" type="submit">Cancel and go back</button></form>`,
  );
}
