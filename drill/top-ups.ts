import type { Client } from '@quayside/server/src/testing/app/test-app.ts';
import { until } from '@quayside/testing/waiting.ts';
import type { Installation } from './installation.ts';
import { beginTopUp, payTopUp } from './shop-world.ts';

/** Later than the numbers of the top-ups that filled the wallet at first. */
const FIRST = 1_000;

/** Top-ups that are asked for while workers are killed, and paid afterwards. */
export function createFunding(client: Client, quayside: Installation) {
  const begun: string[] = [];
  const credited = () =>
    quayside.rows<{ n: number }>(
      `select count(*)::int as n from topup where account_id = $1 and topup_id = any($2) and state = 'paid'`,
      [client.accountId, begun],
    );
  return {
    /** Asks for one more; asked again until it is certain that it was heard, as an owner presses the button again. */
    async begin(): Promise<void> {
      const id = await until('a top-up to be asked for', async () => {
        await quayside.settled();
        return beginTopUp(client, FIRST + begun.length).catch(() => undefined);
      });
      begun.push(id);
    },
    /** Pays them all and waits until they are in the wallet. Returns USD cents. */
    async end(): Promise<number> {
      const paid = await Promise.all(begun.map((id) => payTopUp(client, id)));
      await until('the top-ups to be credited', async () => (await credited())[0]?.n === begun.length, {
        forMs: 600_000,
        seen: credited,
      });
      return paid.reduce((sum, one) => sum + one, 0);
    },
  };
}
