import { AppError } from '@quayside/kernel';
import { expect, it } from 'vitest';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { inMerchantsWords } from './merchants-words.ts';

const logged: unknown[] = [];
const deps = {
  connectors: { channels: { shopify: { label: 'Shopify' } } },
  log: { warn: (facts: unknown) => logged.push(facts) },
} as unknown as Deps;
const user = { platform: 'shopify', platformDomain: 'north-pier.myshopify.com' } as const;

const thrown = (code: string): Promise<AppError> =>
  inMerchantsWords<AppError>(deps, user, () => {
    const params = { name: user.platformDomain, detail: 'north-pier.myshopify.com:443 cannot be reached' };
    throw new AppError('STORE_INSTALL_FAILURE', code, { params });
  }).catch((error: AppError) => error);

it('tells a merchant that the platform did not respond, and the log why', async () => {
  const error = await thrown('OUTSIDE_UNREACHABLE');
  expect(error.code).toBe('SHOP_NOT_ANSWERING');
  expect(say('en', error.messageKey, error.params)).toBe('Shopify didn’t respond. Try again in a moment.');
  expect(JSON.stringify(logged)).toContain('443 cannot be reached');
});

it('keeps a refusal that the merchant can do something about', async () => {
  expect((await thrown('OUTSIDE_KEY_REFUSED')).code).toBe('OUTSIDE_KEY_REFUSED');
});
