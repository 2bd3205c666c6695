import type { FastifyInstance } from 'fastify';
import { page, table } from './admin-layout.ts';
import type { Compliance } from './compliance.ts';
import { escapeHtml, messagePage } from './oauth-page.ts';
import { findShop } from './seed.ts';

type Params = { shop: string; id: string };

const NOT_FOUND = messagePage('There is no such customer', '');

const button = (action: string, label: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><p><button>${escapeHtml(label)}</button></p></form>`;

/** Customers in a shop's admin: requesting their data, and erasing it. */
export function addCustomerPages(app: FastifyInstance, compliance: Compliance): void {
  const find = ({ id, shop }: Params) => compliance.customers(shop).find((one) => one.id === Number(id));
  const when = (due: number): string => new Date(due).toISOString().slice(0, 16).replace('T', ' ');

  app.get<{ Params: { shop: string } }>('/:shop/admin/customers', (request, reply) => {
    const seed = findShop(request.params.shop);
    reply.type('text/html; charset=utf-8');
    if (!seed) return reply.code(404).send(messagePage('There is no such shop', ''));
    const base = `/shopify/${seed.shop}/admin/customers`;
    const names = compliance
      .customers(seed.shop)
      .map((one) => `<li><a href="${base}/${one.id}">${escapeHtml(`${one.name}, ${one.email}`)}</a></li>`);
    const pending = compliance
      .pending(seed.shop)
      .map(
        (one) =>
          `<li>${one.customerId === null ? 'Data of this shop (shop/redact)' : `Customer ${one.customerId}`}: ${when(one.due)} ${button(`/shopify/${seed.shop}/admin/erasures/${one.id}/run`, 'Erase now')}</li>`,
      );
    const body = `<ul>${names.join('') || '<li>None yet.</li>'}</ul><h2>Pending erasures</h2><p>Times of the sandbox's clock.</p><ul>${pending.join('') || '<li>None.</li>'}</ul>`;
    return reply.send(page(`${seed.name}, customers`, body));
  });
  app.get<{ Params: Params }>('/:shop/admin/customers/:id', (request, reply) => {
    const customer = find(request.params);
    reply.type('text/html; charset=utf-8');
    if (!customer) return reply.code(404).send(NOT_FOUND);
    const base = `/shopify/${request.params.shop}/admin/customers/${customer.id}`;
    const due = compliance.pending(request.params.shop).find((one) => one.customerId === customer.id);
    const rows = [[customer.email, customer.phone ?? '', customer.orders.length]];
    const erase = due
      ? `<p>Personal data will be erased on ${when(due.due)}.</p>`
      : button(`${base}/erase`, 'Erase personal data');
    const body = `${table(['E-mail', 'Phone', 'Orders'], rows)}${button(`${base}/request-data`, 'Request customer data')}${erase}`;
    return reply.send(page(customer.name, body));
  });
  app.post<{ Params: Params & { what: string } }>('/:shop/admin/customers/:id/:what', (request, reply) => {
    const { shop, what } = request.params;
    const customer = find(request.params);
    if (!customer || (what !== 'erase' && what !== 'request-data'))
      return reply.code(404).type('text/html; charset=utf-8').send(NOT_FOUND);
    if (what === 'erase') compliance.erase(shop, customer);
    else compliance.requestData(shop, customer);
    return reply.redirect(`/shopify/${shop}/admin/customers/${customer.id}`, 303);
  });
  app.post<{ Params: Params }>('/:shop/admin/erasures/:id/run', (request, reply) => {
    const { id, shop } = request.params;
    compliance.settleDue({ shop, id: Number(id) });
    return reply.redirect(`/shopify/${shop}/admin/customers`, 303);
  });
}
