import { type ConnectorContext, ConnectorError, type HttpRequest } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const call = { method: 'GET', path: '/shopping/pay/getBalance', effect: false } as const;
let account = 0;

/** A CJ of few words: hands out tokens, and answers the balance to the one that is good. */
function fakeCj(start: Record<string, string>, good: { token: string; refresh?: string }) {
  const asked: string[] = [];
  const events: string[] = [];
  let issued = 0;
  const answer = (data: unknown, code = 200) => {
    const text = JSON.stringify({ code, result: code === 200, message: '', data });
    return { status: 200, headers: {}, body: Buffer.from(text), text };
  };
  const pair = () => {
    issued += 1;
    good.token = `new-${issued}`;
    good.refresh = `refresh-${issued}`;
    return answer({
      openId: 7,
      accessToken: good.token,
      accessTokenExpiryDate: '2026-01-16T00:00:00+00:00',
      refreshToken: good.refresh,
      refreshTokenExpiryDate: '2026-07-01T00:00:00+00:00',
    });
  };
  const send = async (request: HttpRequest) => {
    const path = request.url.replace('http://cj', '');
    asked.push(path);
    if (path === '/authentication/getAccessToken') return pair();
    if (path === '/authentication/refreshAccessToken') {
      const { refreshToken } = JSON.parse(String(request.body)) as { refreshToken: string };
      return refreshToken === good.refresh ? pair() : answer(null, 1600003);
    }
    events.push(`used ${request.headers?.['CJ-Access-Token']}`);
    return request.headers?.['CJ-Access-Token'] === good.token ? answer({ amount: 1.5 }) : answer(null, 1600001);
  };
  const ctx: ConnectorContext = {
    http: { send },
    clock: { now: () => new Date(NOW).toISOString(), millis: () => NOW },
    baseUrl: 'http://cj',
    credentials: { apiKey: `key-${++account}`, qps: '1000', ...start },
    saveCredentials: async (next) => {
      await Promise.resolve();
      events.push(`saved ${next.accessToken}`);
    },
  };
  return { ctx, asked, events };
}

const later = String(NOW + 10 * 24 * 3_600_000);
const soon = String(NOW + 3_600_000);

describe('the abort signal', () => {
  it('reaches the call, but not a renewal of tokens, which would be lost with its answer', async () => {
    const { ctx } = fakeCj({}, { token: '' });
    const { send } = ctx.http;
    const signals: [string, AbortSignal | undefined][] = [];
    ctx.http = {
      send: (request) => {
        signals.push([request.url.replace('http://cj', ''), request.signal]);
        return send(request);
      },
    };
    const { signal } = new AbortController();
    await askAccount({ ...ctx, signal }, call, raw.balance);
    expect(signals).toEqual([
      ['/authentication/getAccessToken', undefined],
      ['/shopping/pay/getBalance', signal],
    ]);
  });

  it('keeps a call from being sent that waits for its turn', async () => {
    const { ctx, asked } = fakeCj({ accessToken: 'good', accessTokenExpiresAt: later }, { token: 'good' });
    const stop = new AbortController();
    const running = askAccount({ ...ctx, signal: stop.signal }, call, raw.balance);
    stop.abort(new Error('the lease was lost'));
    await expect(running).rejects.toThrow('the lease was lost');
    expect(asked).toEqual([]);
  });
});

describe('tokens', () => {
  it('are fetched with the key and kept before they are used', async () => {
    const { ctx, events } = fakeCj({}, { token: '' });
    await askAccount(ctx, call, raw.balance);
    expect(events).toEqual(['saved new-1', 'used new-1']);
    expect(ctx.credentials).toMatchObject({ openId: '7', refreshToken: 'refresh-1' });
  });

  it('are renewed a day before they end', async () => {
    const { ctx, asked } = fakeCj(
      { accessToken: 'old', accessTokenExpiresAt: soon, refreshToken: 'r', refreshTokenExpiresAt: later },
      { token: 'old', refresh: 'r' },
    );
    await askAccount(ctx, call, raw.balance);
    expect(asked[0]).toBe('/authentication/refreshAccessToken');
  });

  it('are asked for by the key when the refresh token was used by another', async () => {
    const { ctx, asked } = fakeCj(
      { accessToken: 'old', accessTokenExpiresAt: later, refreshToken: 'gone', refreshTokenExpiresAt: later },
      { token: 'other' },
    );
    expect(await askAccount(ctx, call, raw.balance)).toEqual({ amount: 1.5 });
    expect(asked.slice(1, 3)).toEqual(['/authentication/refreshAccessToken', '/authentication/getAccessToken']);
  });

  it('are renewed once for all who wait', async () => {
    const { ctx, asked } = fakeCj({}, { token: '' });
    await Promise.all([1, 2, 3].map(() => askAccount(ctx, call, raw.balance)));
    expect(asked.filter((path) => path.endsWith('getAccessToken'))).toHaveLength(1);
  });

  it('that another worker renewed are taken over', async () => {
    const { ctx, asked } = fakeCj({ accessToken: 'old', accessTokenExpiresAt: later }, { token: 'theirs' });
    ctx.renewing = (renew) => renew({ ...ctx.credentials, accessToken: 'theirs' });
    expect(await askAccount(ctx, call, raw.balance)).toEqual({ amount: 1.5 });
    expect(asked.some((path) => path.startsWith('/authentication'))).toBe(false);
  });

  it('that stay refused are a matter for a person', async () => {
    const { ctx } = fakeCj({ accessToken: 'old', accessTokenExpiresAt: later }, { token: 'other' });
    ctx.renewing = (renew) => renew({ ...ctx.credentials, accessToken: 'also wrong' });
    const error = await askAccount(ctx, call, raw.balance).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ kind: 'auth' });
  });
});
