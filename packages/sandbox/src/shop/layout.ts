import { Html, html } from '../core/html.ts';
import { STYLE } from './style.ts';

export interface ShopFace {
  platform: string;
  shop: string;
  name: string;
  currency: string;
  tagline?: string;
  /** Path of the shop, without a slash at the end. */
  path: string;
}

/** A dark, quiet colour of the shop's own, the same every day; dark enough for white letters on it. */
function brandOf(name: string): string {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  return `hsl(${hash % 360} 46% 27%)`;
}

export function price(decimal: string, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(decimal));
}

/** Where a shop in WordPress has the style of its theme; served empty, since the shop window has a style of its own. */
export const WORDPRESS_THEME = '/wp-content/themes/storefront/style.css';

/**
 * What every page of a platform says of its shop: Shopify's own object with theme, currency and the scripts of apps that it
 * would load a moment later; the style sheet of WordPress's theme. Nothing of it does anything here.
 */
function platformMarks(face: ShopFace, nonce: string): Html {
  if (face.platform === 'woocommerce')
    return html`<meta name="generator" content="WooCommerce 9.8.1">
<link rel="stylesheet" nonce="${nonce}" href="${face.path}${WORDPRESS_THEME}?ver=4.6.1">`;
  if (face.platform !== 'shopify') return new Html('');
  const theme = {
    name: 'Dawn',
    id: 140_509_479_049,
    schema_name: 'Dawn',
    schema_version: '15.2.0',
    theme_store_id: 887,
  };
  const late = ['https://static.klaviyo.com/onsite/js/klaviyo.js'];
  const text = `var Shopify = Shopify || {};
Shopify.shop = ${JSON.stringify(`${face.shop}.myshopify.com`)};
Shopify.currency = ${JSON.stringify({ active: face.currency, rate: '1.0' })};
Shopify.theme = ${JSON.stringify({ ...theme, role: 'main' })};
var urls = ${JSON.stringify(late).replaceAll('/', '\\/')};`;
  return new Html(`<script nonce="${nonce}">${text}</script>`);
}

/** A whole page of a shop. `script` is the one small script it may run, let in by its nonce. */
export function shopPage(
  face: ShopFace,
  title: string,
  body: Html,
  options: { pieces: number; nonce: string; script?: string },
): string {
  const script =
    options.script === undefined ? '' : new Html(`<script nonce="${options.nonce}">${options.script}</script>`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${face.name}</title>
<meta property="og:site_name" content="${face.name}">
<meta name="description" content="${face.tagline ?? ''}">
${platformMarks(face, options.nonce)}
<style nonce="${options.nonce}">${new Html(`${STYLE}:root{--brand:${brandOf(face.name)}}`)}</style>
</head>
<body>
<header class="bar"><div>
<a class="name" href="${face.path}">${face.name}</a>
<span class="tag">Sandbox</span>
<span class="grow"></span>
<a class="basket" href="${face.path}/basket">Basket <b>${options.pieces}</b></a>
</div></header>
<main>${body}</main>
<footer>A shop in the sandbox: nothing is sold, nothing is charged, nothing is sent.</footer>
${script}
</body>
</html>`.markup;
}
