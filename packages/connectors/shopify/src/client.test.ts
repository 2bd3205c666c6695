import { expect, test } from 'vitest';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { fakeContext, getAnswer } from './fake-context.ts';

const cost = (requestedQueryCost: number, currentlyAvailable: number, actualQueryCost: number | null = null) => ({
  cost: {
    requestedQueryCost,
    actualQueryCost,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable, restoreRate: 100 },
  },
});
const graphqlError = (code: string, more: object = {}) => ({
  errors: [{ message: `it is ${code}`, extensions: { code, ...more } }],
});
const location = { data: { location: { id: 'gid://shopify/Location/1' } } };
const remove = { input: { id: 'gid://shopify/Product/1' } };

test('a request goes to the version we know, with the token, and says whether it has an effect', async () => {
  const ctx = fakeContext((request) =>
    getAnswer(200, request.effect ? { data: { productDelete: { deletedProductId: null, userErrors: [] } } } : location),
  );
  await run(ctx, documents.primaryLocation);
  await run(ctx, documents.deleteProduct, remove);
  expect(ctx.sent.map(({ effect, method, url }) => ({ effect, method, url }))).toEqual([
    { effect: false, method: 'POST', url: `${ctx.baseUrl}/admin/api/2026-10/graphql.json` },
    { effect: true, method: 'POST', url: `${ctx.baseUrl}/admin/api/2026-10/graphql.json` },
  ]);
  expect(ctx.sent[0]?.headers?.['x-shopify-access-token']).toBe('shpat_1');
});

test.each([
  [401, '{"errors":"[API] Invalid API key"}', { kind: 'auth' }, { kind: 'auth' }],
  [402, '', { kind: 'rejected', code: 'store_plan_limit' }, { kind: 'rejected' }],
  [403, '', { kind: 'auth', code: 'missing_scope' }, { kind: 'auth' }],
  [404, '{"errors":"Not Found"}', { kind: 'rejected', code: 'not_a_shop' }, { kind: 'rejected' }],
  [423, '', { kind: 'rejected', code: 'store_plan_limit' }, { kind: 'rejected' }],
  [430, '', { kind: 'rate-limited', retryAfterMs: 60_000 }, { kind: 'rate-limited' }],
  [302, '', { kind: 'rejected', code: 'not_a_shop' }, { kind: 'rejected' }],
  [500, '<html>', { kind: 'temporary' }, { kind: 'unknown' }],
  [503, '<html>', { kind: 'temporary' }, { kind: 'unknown' }],
  [200, '<html>a blog</html>', { kind: 'rejected', code: 'not_a_shop' }, { kind: 'unknown' }],
  [200, '{"data":{"loc', { kind: 'unexpected' }, { kind: 'unknown' }],
  [200, '{"data":{"other":1}}', { kind: 'unexpected' }, { kind: 'unknown' }],
  [200, '{}', { kind: 'unexpected' }, { kind: 'unknown' }],
])('HTTP %i %j is told apart, for a read and for an effect', async (status, body, read, effect) => {
  const ctx = fakeContext(() => getAnswer(status, body));
  await expect(run(ctx, documents.primaryLocation)).rejects.toMatchObject(read);
  await expect(run(ctx, documents.deleteProduct, remove)).rejects.toMatchObject(effect);
});

test.each([
  ['ACCESS_DENIED', { kind: 'auth', code: 'missing_scope' }, { kind: 'auth' }],
  ['SHOP_INACTIVE', { kind: 'rejected', code: 'store_plan_limit' }, { kind: 'rejected' }],
  ['MAX_COST_EXCEEDED', { kind: 'rejected' }, { kind: 'rejected' }],
  ['INTERNAL_SERVER_ERROR', { kind: 'temporary' }, { kind: 'unknown' }],
  ['undefinedField', { kind: 'rejected', code: 'other' }, { kind: 'rejected' }],
])('the GraphQL error %s is told apart', async (code, read, effect) => {
  const ctx = fakeContext(() => getAnswer(200, graphqlError(code, { requiredAccess: '`read_locations`' })));
  await expect(run(ctx, documents.primaryLocation)).rejects.toMatchObject(read);
  await expect(run(ctx, documents.deleteProduct, remove)).rejects.toMatchObject(effect);
});

test('a missing scope is named', async () => {
  const ctx = fakeContext(() => getAnswer(200, graphqlError('ACCESS_DENIED', { requiredAccess: '`read_locations`' })));
  await expect(run(ctx, documents.primaryLocation)).rejects.toThrow(/read_locations/);
});

test('a throttled request waits for its points and goes again', async () => {
  let asked = 0;
  const ctx = fakeContext(() => {
    asked += 1;
    return asked === 1
      ? getAnswer(200, { ...graphqlError('THROTTLED'), extensions: cost(500, 480) })
      : getAnswer(200, { ...location, extensions: cost(500, 1000, 1) });
  });
  // The clock stands still unless it is moved: the wait must end by it.
  const moving = setInterval(() => ctx.pass(100), 5);
  await run(ctx, documents.primaryLocation, {}, 77);
  clearInterval(moving);
  expect(asked).toBe(2);
});

test('one that stays throttled says when to come back', async () => {
  const ctx = fakeContext(() => getAnswer(200, { ...graphqlError('THROTTLED'), extensions: cost(60, 10) }));
  const moving = setInterval(() => ctx.pass(1000), 5);
  await expect(run(ctx, documents.primaryLocation, {}, 78)).rejects.toMatchObject({
    kind: 'rate-limited',
    retryAfterMs: 500,
  });
  clearInterval(moving);
  expect(ctx.sent).toHaveLength(3);
});

test('user errors refuse with their words; some mean something of their own', () => {
  expect(() => refuseUserErrors('no', [])).not.toThrow();
  const error = (code: string | null, message = 'is bad') => [{ code, message, field: ['input', 'title'] }];
  expect(() => refuseUserErrors('Refused', error(null))).toThrow(/Refused: is bad \(input\.title\)/);
  expect(() => refuseUserErrors('x', error('PRODUCT_DOES_NOT_EXIST'))).toThrow(
    expect.objectContaining({ kind: 'not-found' }),
  );
  expect(() => refuseUserErrors('x', error('VARIANTS_OVER_LIMIT'))).toThrow(
    expect.objectContaining({ kind: 'rejected', code: 'store_plan_limit' }),
  );
  expect(() => refuseUserErrors('x', error('IDEMPOTENCY_CONCURRENT_REQUEST'))).toThrow(
    expect.objectContaining({ kind: 'temporary' }),
  );
});
