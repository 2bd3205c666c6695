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
