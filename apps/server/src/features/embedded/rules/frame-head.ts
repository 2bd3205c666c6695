const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}">`;

/**
 * What a page in Shopify's admin begins with. Shopify's script must be the first of the page, neither async nor a module.
 * Its own ways with fetch and redirects are off: our calls carry our token. Source: shopify.dev, App Bridge, Config.
 */
export const embeddedHead = (page: { clientId: string; script: string; shop: string }): string =>
  [
    meta('quayside-mode', 'embedded'),
    meta('quayside-shop', page.shop),
    meta('shopify-api-key', page.clientId),
    meta('shopify-disabled-features', 'fetch, auto-redirect'),
    `<script src="${escaped(page.script)}"></script>`,
  ].join('');

/** What a page begins with that a wrapper frames: who the wrapper is, so that only its word counts. */
export const wrapperHead = (origin: string): string =>
  [meta('quayside-mode', 'wrapper'), meta('quayside-wrapper', origin)].join('');
