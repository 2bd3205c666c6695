import type { ConnectorContext } from '@quayside/connector-kit';
import type { Money } from '@quayside/kernel';
import { getCredentials, saveCredentials } from './credentials.ts';
import { usd } from './map-money.ts';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

/** Fetches tokens with the key, learns how often the account may ask, and reads its balance. Throws auth for a wrong key. */
export async function verify(ctx: ConnectorContext): Promise<{ accountName: string; balance?: Money }> {
  const account = await askAccount(ctx, { method: 'GET', path: '/setting/get', effect: false }, raw.settings);
  const openId = account.openId ?? getCredentials(ctx).openId;
  const qps = account.setting?.qpsLimit;
  await saveCredentials(ctx, {
    ...(openId ? { openId } : {}),
    ...(qps ? { qps: String(qps) } : {}),
  });
  const money = await askAccount(ctx, { method: 'GET', path: '/shopping/pay/getBalance', effect: false }, raw.balance);
  return {
    accountName: account.openName || account.openEmail || `CJ ${openId ?? 'account'}`,
    balance: usd(money.amount),
  };
}
