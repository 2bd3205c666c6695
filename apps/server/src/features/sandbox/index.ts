import { contracts } from '@quayside/contracts';
import { notFound, notFoundField } from '@quayside/kernel';
import { z } from 'zod';
import { type Deps, getHttp } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { maySeeSandbox } from '../../http/reach.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { linkStore, takenShops } from '../connections/index.ts';

const clockAnswer = z.object({ now: z.string(), speed: z.number() });
const shopsAnswer = z.object({
  shops: z.array(
    z.object({
      platform: z.string(),
      shop: z.string(),
      name: z.string(),
      currency: z.string(),
      address: z.string(),
      typedAddress: z.string(),
      adminUrl: z.string(),
      windowUrl: z.string(),
      makesKeys: z.boolean(),
    }),
  ),
  backOffices: z.array(z.object({ name: z.string(), url: z.string() })),
});

const keysAnswer = z.object({ keys: z.record(z.string(), z.string()) });

/** What a person sees and steers of the sandbox: its clock and its shops. */
export function register(deps: Deps, sandboxUrl: string | undefined): Feature {
  async function ask(path: string, body?: object): Promise<unknown> {
    const answer = await getHttp(deps, 'sandbox', 'sandbox').send({
      method: body ? 'POST' : 'GET',
      url: `${sandboxUrl}/control/${path}`,
      effect: body !== undefined,
      timeoutMs: 3_000,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    return JSON.parse(answer.text);
  }
  async function world(who: Who) {
    if (!sandboxUrl || !maySeeSandbox(deps.config, who)) return { on: false, clock: null, shops: [], back_offices: [] };
    const clock = clockAnswer.parse(await ask('clock'));
    const { shops, backOffices } = shopsAnswer.parse(await ask('shops'));
    const taken = await takenShops(
      deps,
      who.workplaceId,
      shops.map(({ platform, typedAddress }) => ({ platform, address: typedAddress })),
    );
    return {
      on: true,
      clock,
      shops: shops.map(({ adminUrl, currency, makesKeys, name, platform, shop, typedAddress, windowUrl }) => ({
        platform,
        shop,
        name,
        currency,
        address: typedAddress,
        window_url: windowUrl,
        admin_url: adminUrl,
        makes_keys: makesKeys,
        taken: taken.get(typedAddress) ?? null,
      })),
      back_offices: backOffices,
    };
  }
  return {
    jobs: [],
    routes(app) {
      route(app, contracts.sandbox.world, (_input, who) => world(who));
      route(app, contracts.sandbox.connect, async ({ body: { platform, shop } }, who, reply) => {
        const found = (await world(who)).shops.find((one) => one.platform === platform && one.shop === shop);
        if (!found?.makes_keys) throw notFoundField('shop', 'SANDBOX_SHOP_NOT_FOUND');
        const { keys } = keysAnswer.parse(await ask(`shops/${platform}/${encodeURIComponent(shop)}/keys`, {}));
        const storeId = await linkStore(deps, who.scope, { platform, shop: found.address, credentials: keys });
        reply.message('STORE_CONNECTED');
        return { store_id: storeId };
      });
      route(app, contracts.sandbox.setClock, async ({ body }, who) => {
        if (!sandboxUrl || !maySeeSandbox(deps.config, who)) throw notFound('SANDBOX_IS_OFF');
        await ask('clock', {
          ...(body.speed === undefined ? {} : { speed: body.speed }),
          ...(body.advance_hours === undefined ? {} : { advanceMs: body.advance_hours * 3_600_000 }),
        });
        return world(who);
      });
    },
  };
}
