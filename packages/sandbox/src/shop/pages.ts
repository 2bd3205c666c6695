import { type Html, html, safeHtml } from '../core/html.ts';
import type { WindowProduct } from '../core/world.ts';
import type { BasketLine } from './basket.ts';
import { price, type ShopFace } from './layout.ts';
import { COUNTRIES, type Shopper } from './shoppers.ts';

const picture = (url: string | undefined, title: string, className: string, eager = false): Html =>
  url === undefined
    ? html`<div class="nopic" aria-hidden="true">${title.trim().slice(0, 1).toUpperCase()}</div>`
    : html`<img class="${className}" src="${url}" alt="${title}" ${eager ? '' : html`loading="lazy"`} width="600" height="600">`;

const cheapest = (product: WindowProduct): string =>
  product.variants.map((variant) => variant.price).sort((a, b) => Number(a) - Number(b))[0] ?? '0';

const soldOut = (product: WindowProduct): boolean => product.variants.every((variant) => !variant.inStock);

/** The shelf. */
export function gridPage(face: ShopFace, products: WindowProduct[]): Html {
  const cards = products.map((product) => {
    const varies = new Set(product.variants.map((variant) => variant.price)).size > 1;
    return html`<li><a class="card" href="${face.path}/products/${encodeURIComponent(product.id)}">
${picture(product.images[0], product.title, 'pic')}
<div><h2>${product.title}</h2>
<span class="price">${varies ? 'From ' : ''}${price(cheapest(product), face.currency)}</span>
${soldOut(product) ? html` <span class="soft">· Sold out</span>` : ''}</div></a></li>`;
  });
  return html`<div class="hero"><h1>${face.name}</h1>${face.tagline ? html`<p>${face.tagline}</p>` : ''}</div>
${
  cards.length > 0
    ? html`<ul class="grid">${cards}</ul>`
    : html`<p class="empty">The shelves are still empty. Products pushed to this store appear here.</p>`
}`;
}

/** One product, its options as chips. Without a script the price of the dearest choice is not guessed: a range is shown. */
export function productPage(face: ShopFace, product: WindowProduct, problem?: string): Html {
  const first = product.variants.find((variant) => variant.inStock) ?? product.variants[0];
  const prices = product.variants.map((variant) => Number(variant.price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const shown =
    low === high
      ? price(String(low), face.currency)
      : `${price(String(low), face.currency)} – ${price(String(high), face.currency)}`;
  const options = product.options.map(
    (option, index) => html`<fieldset><legend>${option.name}</legend><div class="chips">
${option.values.map(
  (value) =>
    html`<label><input type="radio" name="option${index}" value="${value}" required ${first?.optionValues[index] === value ? html`checked` : ''}><span>${value}</span></label>`,
)}</div></fieldset>`,
  );
  return html`<div class="two">
<div>${picture(product.images[0], product.title, 'pic photo', true)}
<div class="thumbs">${product.images.slice(1, 7).map((url) => html`<img src="${url}" alt="" loading="lazy" width="72" height="72">`)}</div></div>
<div><h1>${product.title}</h1>
<p class="price" id="price">${shown}</p>
<p class="soft" id="stock">${soldOut(product) ? 'Sold out' : ''}</p>
${problem ? html`<p class="alert" role="alert">${problem}</p>` : ''}
<form method="post" action="${face.path}/basket">
<input type="hidden" name="productId" value="${product.id}">
${options}
<div class="row"><div><label for="quantity">Pieces</label><input id="quantity" name="quantity" type="number" min="1" max="99" value="1" required></div>
<button type="submit" ${soldOut(product) ? html`disabled` : ''}>Add to basket</button></div>
</form>
<div class="soft">${safeHtml(product.descriptionHtml)}</div></div>
</div>`;
}

/** The script of a product page: price and stock of what is chosen. */
export function productScript(face: ShopFace, product: WindowProduct): string {
  const rows = product.variants.map((variant) => [
    variant.optionValues,
    price(variant.price, face.currency),
    variant.inStock,
  ]);
  const data = JSON.stringify(rows).replaceAll('<', '\\u003c');
  return `const rows=${data},form=document.querySelector('form');const show=()=>{const values=[...form.querySelectorAll('input:checked')].map(e=>e.value);const row=rows.find(r=>r[0].join('\\n')===values.join('\\n'));document.getElementById('price').textContent=row?row[1]:'Not made in this combination';document.getElementById('stock').textContent=row&&!row[2]?'Sold out':'';form.querySelector('button').disabled=!row||!row[2]};form.addEventListener('change',show);show();`;
}

export interface FilledLine extends BasketLine {
  product: WindowProduct;
  variant: WindowProduct['variants'][number];
}

const sumOf = (lines: FilledLine[]): string =>
  lines.reduce((total, line) => total + Number(line.variant.price) * line.quantity, 0).toFixed(2);

const pieces = (lines: FilledLine[]): string => {
  const count = lines.reduce((total, line) => total + line.quantity, 0);
  return count === 1 ? '1 piece' : `${count} pieces`;
};

export function basketPage(face: ShopFace, lines: FilledLine[]): Html {
  if (lines.length === 0)
    return html`<div class="empty"><h1>Your basket is empty</h1><a class="button" href="${face.path}">See what there is</a></div>`;
  return html`<div class="hero"><h1>Basket</h1></div><div class="panel"><table>
<thead><tr><th>Product</th><th class="num">Pieces</th><th class="num">Price</th></tr></thead><tbody>
${lines.map(
  (
    line,
  ) => html`<tr><td><div class="line">${line.product.images[0] ? html`<img src="${line.variant.imageUrl ?? line.product.images[0]}" alt="" width="52" height="52">` : ''}
<div>${line.product.title}<div class="soft">${line.variant.optionValues.join(', ')}</div>
<form method="post" action="${face.path}/basket"><input type="hidden" name="productId" value="${line.productId}"><input type="hidden" name="variantId" value="${line.variantId}"><input type="hidden" name="remove" value="yes"><button class="link" type="submit">Remove</button></form></div></div></td>
<td class="num">${line.quantity}</td><td class="num">${price((Number(line.variant.price) * line.quantity).toFixed(2), face.currency)}</td></tr>`,
)}
</tbody></table>
<div class="row"><strong class="grow">Together ${price(sumOf(lines), face.currency)}, shipping is added at the till</strong>
<a class="button quiet" href="${face.path}">Keep looking</a><a class="button" href="${face.path}/checkout">Checkout</a></div></div>`;
}

type Field = [name: keyof Shopper, label: string, autocomplete: string, required: boolean, wide?: boolean];
const FIELDS: Field[] = [
  ['email', 'Email', 'email', true, true],
  ['firstName', 'First name', 'given-name', true],
  ['lastName', 'Last name', 'family-name', true],
  ['address1', 'Street and number', 'address-line1', true, true],
  ['address2', 'Flat, floor (if any)', 'address-line2', false, true],
  ['postalCode', 'Postcode', 'postal-code', true],
  ['city', 'Town', 'address-level2', true],
  ['province', 'State or province (if any)', 'address-level1', false],
  ['phone', 'Telephone', 'tel', false],
];

export function checkoutPage(
  face: ShopFace,
  lines: FilledLine[],
  values: Partial<Record<keyof Shopper, string>>,
  problem?: string,
): Html {
  const inputs = FIELDS.map(
    ([
      name,
      label,
      autocomplete,
      required,
      wide,
    ]) => html`<div ${wide ? html`class="wide"` : ''}><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${values[name] ?? ''}" autocomplete="${autocomplete}" ${required ? html`required` : ''} ${name === 'email' ? html`type="email"` : ''}></div>`,
  );
  const countries = COUNTRIES.map(
    ({ code, name }) =>
      html`<option value="${code}" ${values.countryCode === code ? html`selected` : ''}>${name}</option>`,
  );
  return html`<div class="hero"><h1>Checkout</h1><p>${price(sumOf(lines), face.currency)} and shipping, ${pieces(lines)}</p></div>
${problem ? html`<p class="alert" role="alert">${problem}</p>` : ''}
<div class="panel"><a class="button quiet" href="${face.path}/checkout?sample=yes">Fill in a sample shopper</a>
<form method="post" action="${face.path}/checkout"><div class="form">${inputs}
<div class="wide"><label for="countryCode">Country</label><select id="countryCode" name="countryCode" autocomplete="country" required><option value="">Choose</option>${countries}</select></div></div>
<div class="row"><button type="submit">Place the order</button><span class="soft">The sandbox card pays; no money moves.</span></div></form></div>`;
}

export const thanksPage = (face: ShopFace, orderName: string, total: string): Html =>
  html`<div class="done panel"><p class="soft">Thank you. Your order is placed.</p><p><strong>${orderName}</strong></p>
<p>${price(total, face.currency)} in all, shipping included.</p><a class="button" href="${face.path}">Back to the shop</a></div>`;
