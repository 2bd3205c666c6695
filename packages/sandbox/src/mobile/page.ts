import { html } from '../core/html.ts';

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#d9dcd6;font:16px/1.5 system-ui,sans-serif;color:#202223}
.phone{width:min(390px,100vw);height:min(844px,100vh);background:#fff;border-radius:32px;overflow:hidden;display:flex;flex-direction:column;box-shadow:0 8px 30px #0003}
.bar{display:flex;justify-content:space-between;padding:6px 20px;font-size:13px}.tag{background:#fff1cc;border-radius:6px;padding:0 8px}
iframe{border:0;flex:1;width:100%}form,.closed{padding:24px;display:grid;gap:12px}input,button{font:inherit;padding:8px}
@media(max-width:400px){.phone{border-radius:0;height:100vh;width:100vw}}`;

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Phone app</title><style>${STYLE}</style></head><body><div class="phone"><div class="bar"><b>Phone app</b><span class="tag">Sandbox</span></div>${body}</div></body></html>`;

/** The phone app's own sign-in. */
export const signInPage = (problem: string): string =>
  page(
    html`<form method="post"><h1>Sign in</h1><p role="alert">${problem}</p>
<label>E-mail <input name="email" type="email" required></label>
<label>Password <input name="password" type="password" required></label>
<label><input name="hide_billing" type="checkbox" value="1"> Hide billing, as app shops ask</label>
<button>Sign in</button></form>`.markup,
  );

/** A script's literal that cannot end the script it stands in. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The phone app with our page in its web view. `silent`: it never answers. */
export function wrapperPage(how: {
  appUrl: string;
  path: string;
  token: string;
  silent: boolean;
  hideBilling: boolean;
}): string {
  const address = new URL(how.path, `${how.appUrl}/`);
  address.searchParams.set('wrapper', '1');
  const answer = { type: 'TOKEN', token: how.token, hide_billing: how.hideBilling };
  return page(`${html`<iframe title="Quayside" src="${address.href}"></iframe>`.markup}<script>
const frame = document.querySelector('iframe');
const origin = ${literal(new URL(how.appUrl).origin)};
document.body.dataset.asked = '0';
addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || event.origin !== origin) return;
  const { type } = JSON.parse(event.data);
  if (type === 'GET_TOKEN') {
    document.body.dataset.asked = String(Number(document.body.dataset.asked) + 1);
    if (!${literal(how.silent)}) frame.contentWindow.postMessage(JSON.stringify(${literal(answer)}), origin);
  }
  if (type === 'CLOSE_MODAL') {
    const closed = document.createElement('p');
    closed.className = 'closed';
    closed.textContent = 'The page was closed.';
    frame.replaceWith(closed);
  }
});
</script>`);
}
