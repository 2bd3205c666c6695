/** Text made safe for HTML, attributes among it. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;background:#f4f4f1;color:#202223;margin:0}
main{max-width:34rem;margin:8vh auto;background:#fff;padding:2rem;border-radius:12px;box-shadow:0 1px 3px #0002}
h1{font-size:1.35rem;margin:0 0 .5rem}.tag{display:inline-block;background:#fff1cc;border-radius:6px;padding:.1rem .5rem;font-size:.8rem}
ul{padding-inline-start:1.2rem}code{font-size:.9em}button{font:inherit;border-radius:8px;border:1px solid #babfc3;background:#fff;padding:.5rem 1rem;cursor:pointer}
button[value=install]{background:#1a5c3f;border-color:#1a5c3f;color:#fff}form{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:flex-end}details{flex-basis:100%}summary{cursor:pointer;list-style:none}summary::before{content:'+';display:inline-block;width:1.2em}details[open]>summary::before{content:'−'}summary::-webkit-details-marker{display:none}`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><p class="tag">Sandbox</p>${body}</main></body></html>`;

export const messagePage = (title: string, text: string): string =>
  page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);

/** What owners read for the object of a scope; others are read as they are written. */
const OBJECTS: Record<string, string> = {
  products: 'products',
  inventory: 'inventory',
  locations: 'locations',
  orders: 'orders',
  all_orders: 'all orders, older ones included',
  customers: 'customers',
  publications: 'sales channels',
  merchant_managed_fulfillment_orders: 'fulfillments that you manage',
  assigned_fulfillment_orders: 'fulfillments assigned to the app',
  third_party_fulfillment_orders: 'fulfillments of third parties',
  shipping: 'shipping rates',
  files: 'files',
};

/** One line for each object, as the consent page of Shopify groups them: `View and edit products`. */
function describeScopes(scopes: readonly string[]): string[] {
  const mayWrite = new Map<string, boolean>();
  for (const scope of scopes) {
    const [, action, object = scope] = /^(read|write)_(.+)$/.exec(scope) ?? [];
    mayWrite.set(object, mayWrite.get(object) === true || action === 'write');
  }
  return [...mayWrite].map(
    ([object, writes]) => `${writes ? 'View and edit' : 'View'} ${OBJECTS[object] ?? object.replaceAll('_', ' ')}`,
  );
}

/**
 * The page on which an owner agrees to what an app may do. Shopify grants all or nothing here; that a token may do less
 * (an app's older consent, a narrower one by the platform) is tried with the ticks below.
 */
export function installPage(shop: string, app: string, scopes: string[], fields: Record<string, string>): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const list = describeScopes(scopes)
    .map((words) => `<li>${escapeHtml(words)}</li>`)
    .join('');
  const ticks = scopes
    .map(
      (scope) =>
        `<label><input type="checkbox" name="withhold" value="${escapeHtml(scope)}"> ${escapeHtml(scope)}</label>`,
    )
    .join('<br>');
  return page(
    `Install ${app}`,
    `<h1>Install ${escapeHtml(app)} in ${escapeHtml(shop)}?</h1><p>The app will be able to:</p><ul>${list}</ul>
<form method="post">${hidden}<details><summary>Leave some out (only in the sandbox)</summary>${ticks}</details>
<button name="decision" value="cancel">Cancel</button>
<button name="decision" value="install">Install app</button></form>`,
  );
}
