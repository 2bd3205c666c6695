import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedHttp } from '@quayside/connector-kit';
import { expect, test } from 'vitest';
import { type ChannelUnderTest, type ChannelWorld, toFailure } from './channel-world.ts';

/** Good and wrong keys, a dead address, a page that is no shop, a permission that is missing. */
export function connectingTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector } = under;

  test.each(Object.entries(under.addresses.good))('%s is understood as %s', (typed, baseUrl) =>
    expect(connector.normalizeAddress(typed).baseUrl).toBe(baseUrl),
  );

  test.each(under.addresses.bad)('%j is no address', (typed) =>
    expect(() => connector.normalizeAddress(typed)).toThrow(
      expect.objectContaining({ name: 'ConnectorError', kind: 'rejected', code: 'invalid_input' }),
    ),
  );

  test('a good key reads the facts of the store', async () => {
    const facts = await connector.verify(world().ctx);
    expect(facts).toMatchObject({ currency: under.currency, missingScopes: [] });
    expect(facts.name).not.toBe('');
    expect(facts.scopes).not.toEqual([]);
  });

  test('a wrong key is a matter for a person', async () => {
    const error = await toFailure(connector.verify(world().context({ credentials: under.wrongCredentials })));
    expect(error.kind).toBe('auth');
  });

  test('a key without a needed permission is told apart, without writing anything', async () => {
    const credentials = await under.limitedCredentials(world().sandbox);
    const before = await world().window();
    const facts = await connector.verify(world().context({ credentials }));
    expect(facts.missingScopes).not.toEqual([]);
    expect(await world().window()).toEqual(before);
  });

  test('a dead address is unreachable, not wrong', async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
    const host = `127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((done) => closed.close(done));
    const http = createGuardedHttp({ allowHosts: () => [host] });
    const error = await toFailure(connector.verify(world().context({ baseUrl: `http://${host}`, http })));
    expect([error.kind, error.code]).toEqual(['temporary', 'unreachable']);
    await http.close();
  });

  test('a page that is no such shop is told apart', async () => {
    const page = createServer((_request, response) => response.end('<html><body>A blog</body></html>'));
    await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
    const host = `127.0.0.1:${(page.address() as AddressInfo).port}`;
    const http = createGuardedHttp({ allowHosts: () => [host] });
    const error = await toFailure(connector.verify(world().context({ baseUrl: `http://${host}`, http })));
    expect([error.kind, error.code]).toEqual(['rejected', 'not_a_shop']);
    await http.close();
    page.closeAllConnections();
    await new Promise((done) => page.close(done));
  });
}
