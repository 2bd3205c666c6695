import { z } from 'zod';
import type { Emulator } from '../core/world.ts';
import { addAccount, DEMO_KEY, findByKey, getAccessToken, logout, refreshAccessToken } from './accounts.ts';
import { CjRefusal, refuse, success } from './answer.ts';
import { addBackOffice } from './back-office.ts';
import { findProduct } from './catalogue.ts';
import { decideDispute } from './disputes.ts';
import { addOrderCalls, readBooks } from './order-routes.ts';
import { newestByNumber, orderById } from './order-store.ts';
import { cancelOrder } from './orders.ts';
import { moveParcels } from './parcels.ts';
import { getPicture } from './pictures.ts';
import { addProductCalls } from './product-routes.ts';
import { getCalls, read } from './routes.ts';
import { createTables } from './tables.ts';

const key = z.object({ apiKey: z.string().max(200) });
const refresh = z.object({ refreshToken: z.string().max(80) });
/** What a test may set of an account: not CJ's, the sandbox's own. Balance in US cents. */
const accountSetup = z.strictObject({
  apiKey: z.string().min(8).max(200),
  name: z.string().optional(),
  balance: z.int().min(0).optional(),
  qps: z.int().min(1).optional(),
  points: z.int().min(0).optional(),
});
/** Cancels a paid order, by the customer's number of it, or one part of it. `refund`: in cents, default all of it. */
const cancelSetup = z.strictObject({
  orderNumber: z.string(),
  refund: z.int().min(0).optional(),
  part: z.int().min(1).optional(),
});
/** Decides the open dispute of an order, by the customer's number of it. */
const disputeSetup = z.strictObject({ orderNumber: z.string(), decision: z.enum(['refund', 'reissue', 'reject']) });
const stockSetup = z.strictObject({ vid: z.string(), country: z.string(), pieces: z.int().min(0) });

/** CJ Dropshipping, API 2.0, at /cj/api2.0/v1. */
export const cj: Emulator = {
  name: 'cj',
  prefix: '/cj',
  backOffice: { name: 'CJ Dropshipping', path: '/orders' },
  register(app, world) {
    createTables(world.db);
    const { cjKey } = world.secrets;
    // The trader's account keeps its orders and balance under a new key: the one of before stood in the sources.
    for (const table of ['cj_account', 'cj_token'])
      if (cjKey !== DEMO_KEY)
        world.db.prepare(`update or replace ${table} set api_key = ? where api_key = ?`).run(cjKey, DEMO_KEY);
    if (!findByKey(world, cjKey)) addAccount(world, { api_key: cjKey, open_id: 4711, name: 'Quayside demo trader' });
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof CjRefusal) return refuse(reply, error);
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (status < 500)
        return refuse(reply, new CjRefusal(16900205, 'The request parameter is not in a correct JSON format'));
      world.log(`cj: ${error instanceof Error ? error.stack : String(error)}`);
      return refuse(reply, new CjRefusal(1600000, 'System busy, please contact CJ IT', 500));
    });
    app.setNotFoundHandler((_request, reply) => refuse(reply, new CjRefusal(1600101, 'Interface not found', 404)));

    app.post('/api2.0/v1/authentication/getAccessToken', (request) =>
      success(getAccessToken(world, read(key, request.body).apiKey)),
    );
    app.post('/api2.0/v1/authentication/refreshAccessToken', (request) =>
      success(refreshAccessToken(world, read(refresh, request.body).refreshToken)),
    );
    const call = getCalls(app, world);
    call('POST', '/authentication/logout', ({ account }) => logout(world, account));
    call('GET', '/setting/get', ({ account }) => ({
      openId: account.open_id,
      openName: account.name,
      openEmail: 'trader@cj.sandbox.test',
      setting: { quotaLimits: [], qpsLimit: account.qps },
      callback: {},
      root: 'GENERAL',
      isSandbox: false,
    }));
    addProductCalls(call, world);
    addOrderCalls(call, world);
    addBackOffice(app, world);

    app.get<{ Params: { file: string } }>('/pictures/:file', async (request, reply) => {
      const product = findProduct({ pid: request.params.file.replace(/\.jpg$/, '') });
      if (!product) return reply.code(404).send();
      const picture = await getPicture(world.dataDir, product.pid, product.picture);
      return reply.type('image/jpeg').header('cache-control', 'public, max-age=86400').send(picture);
    });
    app.post('/setup/accounts', (request) => {
      const { apiKey, ...rest } = read(accountSetup, request.body);
      return addAccount(world, { api_key: apiKey, ...rest });
    });
    app.post('/setup/stock', (request) => {
      const { vid, country, pieces } = read(stockSetup, request.body);
      world.db.prepare('insert or replace into cj_stock values (?, ?, ?)').run(vid, country, pieces);
      return { vid, country, pieces };
    });

    app.post('/setup/orders/cancel', (request, reply) => {
      const { orderNumber, refund, part } = read(cancelSetup, request.body);
      const done = world.transaction(() => {
        const whole = newestByNumber(world, orderNumber);
        const row = part === undefined ? whole : orderById(world, `${whole?.order_id}-${part}`);
        return row && cancelOrder(world, row, refund);
      });
      return done ?? reply.code(404).send({ message: 'No unpaid or unshipped order found.' });
    });

    app.post('/setup/disputes/decide', (request, reply) => {
      const { orderNumber, decision } = read(disputeSetup, request.body);
      const done = world.transaction(() => {
        const row = newestByNumber(world, orderNumber);
        return row ? decideDispute(world, row, decision) : false;
      });
      return done ? { orderNumber, decision } : reply.code(404).send({ message: 'No open dispute found.' });
    });

    world.onTick(() => moveParcels(world));
    world.addBook('cj', () => readBooks(world));
  },
};
