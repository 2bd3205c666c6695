import type { FastifyInstance } from 'fastify';
import { Html, html } from '../core/html.ts';
import type { World } from '../core/world.ts';
import { decideDispute, hasOpenDispute } from './disputes.ts';
import { type OrderRow, orderById } from './order-store.ts';
import { cancelOrder } from './orders.ts';
import { correctNumber } from './parcels.ts';

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0;background:light-dark(#f4f5f7,#14171c)}
main{max-width:960px;margin:32px auto;padding:0 16px}h1{font-size:20px;margin:12px 0 4px}
.note{display:inline-block;padding:2px 10px;border-radius:99px;font-size:13px;background:light-dark(#fff3d6,#4a3a10)}
ul{display:grid;gap:12px;padding:0;list-style:none}li{padding:14px 16px;border-radius:10px;background:light-dark(#fff,#1d2129)}
p{margin:0 0 4px;overflow-wrap:anywhere}strong{font-variant-numeric:tabular-nums}.quiet{color:light-dark(#5b6472,#9aa4b2)}
form{display:flex;flex-wrap:wrap;gap:8px;margin-top:10px}
button{font:inherit;padding:7px 14px;border:1px solid #8888;border-radius:8px;background:none;color:inherit;cursor:pointer}
:focus-visible{outline:3px solid #8c8af5;outline-offset:2px}`;

const STATES: Record<string, string> = {
  CREATED: 'Not confirmed',
  IN_CART: 'In the cart',
  UNPAID: 'Waiting for payment',
  UNSHIPPED: 'Paid, waiting to ship',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  OTHER: 'Split into parcels',
};

/** What CJ's staff can do to an order on this page. */
const ACTIONS = {
  'cancel-refund': (world: World, row: OrderRow) => cancelOrder(world, row, undefined),
  'cancel-keep': (world: World, row: OrderRow) => cancelOrder(world, row, 0),
  'dispute-refund': (world: World, row: OrderRow) => decideDispute(world, row, 'refund'),
  'dispute-reissue': (world: World, row: OrderRow) => decideDispute(world, row, 'reissue'),
  'dispute-reject': (world: World, row: OrderRow) => decideDispute(world, row, 'reject'),
  'correct-number': (world: World, row: OrderRow) => correctNumber(world, row),
} as const;

const usd = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function item(world: World, row: OrderRow): Html {
  const buttons: [keyof typeof ACTIONS, string][] = [];
  if (row.status === 'UNSHIPPED')
    buttons.push(['cancel-refund', 'Cancel and refund'], ['cancel-keep', 'Cancel without a refund']);
  if (hasOpenDispute(world, row))
    buttons.push(
      ['dispute-refund', 'Refund the dispute'],
      ['dispute-reissue', 'Send again'],
      ['dispute-reject', 'Reject the dispute'],
    );
  if (row.status === 'SHIPPED') buttons.push(['correct-number', 'Correct the tracking number']);
  return html`<li><p><strong>${row.order_id}</strong> · ${usd(row.product_amount + row.postage_amount)} · ${STATES[row.status] ?? row.status}</p>
<p class="quiet">${row.order_number}${row.track_number ? ` · Tracking number ${row.track_number}` : ''}</p>
${
  buttons.length > 0
    ? html`<form method="post" action="/cj/orders/${row.order_id}">${buttons.map(
        ([action, label]) => html`<button name="action" value="${action}">${label}</button>`,
      )}</form>`
    : ''
}</li>`;
}

function page(world: World): string {
  const rows = world.db
    .prepare('select * from cj_order order by created_ms desc, order_id desc limit 100')
    .all() as unknown as OrderRow[];
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Orders · CJ Dropshipping</title><style>${new Html(STYLE)}</style></head><body><main>
<span class="note">Sandbox: not the real CJ Dropshipping</span><h1>Orders at CJ</h1>
<p class="quiet">Play CJ's staff: cancel a paid order, or a part of one, or correct the tracking number of one that was shipped. Decide disputes.</p>
${rows.length > 0 ? html`<ul>${rows.map((row) => item(world, row))}</ul>` : html`<p>No orders yet.</p>`}</main></body></html>`
    .markup;
}

/** The orders as CJ's staff see them, so that a person can try what CJ's API does not offer. */
export function addBackOffice(app: FastifyInstance, world: World): void {
  app.get('/orders', (_request, reply) => reply.type('text/html; charset=utf-8').send(page(world)));
  app.post<{ Params: { id: string }; Body: { action?: string } }>('/orders/:id', (request, reply) => {
    const { action = '' } = request.body ?? {};
    world.transaction(() => {
      const row = orderById(world, request.params.id);
      if (row && Object.hasOwn(ACTIONS, action)) ACTIONS[action as keyof typeof ACTIONS](world, row);
    });
    return reply.redirect('/cj/orders', 303);
  });
}
