import type { NotificationSettings } from '@quayside/contracts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKeys } from '../../lib/query-keys.ts';
import { wantsImportToast } from './import-toast.ts';

type Kind = NotificationSettings['kinds'][number];
const kind = (more: Partial<Kind>): Kind => ({
  kind: 'push_failed',
  area: 'product',
  app: false,
  mail: true,
  webhook: true,
  ...more,
});

const wants = (kinds: Kind[]): Promise<boolean> => {
  const client = new QueryClient();
  client.setQueryData(queryKeys.part('notifications', 'settings'), { kinds });
  return wantsImportToast(client);
};

it('B310: an import shows a toast while a notification about products is on in the app', async () => {
  expect(await wants([kind({}), kind({ kind: 'stock_back', app: true })])).toBe(true);
});

it('B310: with notifications about products off it shows none, whatever else is on', async () => {
  expect(await wants([kind({}), kind({ kind: 'order_received', area: 'order', app: true })])).toBe(false);
});

it('B310: a person whose settings name no notification about products sees the toast', async () => {
  expect(await wants([])).toBe(true);
});
