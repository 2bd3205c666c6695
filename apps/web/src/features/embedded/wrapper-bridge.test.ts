import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askToken, getBridge, readAnswer, type WrapperBridge } from './wrapper-bridge.ts';

const HOST = 'https://wrapper.example';

describe('asking the phone app for its token', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function asking(isFrom: WrapperBridge['isFrom'] = () => true) {
    const sent: string[] = [];
    const events = new EventTarget();
    const answer = askToken({ send: (message) => void sent.push(message), isFrom }, events as unknown as Window);
    const say = (data: unknown) => events.dispatchEvent(Object.assign(new Event('message'), { data }));
    return { answer, say, sent };
  }

  it('takes its answer', async () => {
    const { answer, say, sent } = asking();
    expect(sent).toEqual(['{"type":"GET_TOKEN"}']);
    say('something else');
    say(JSON.stringify({ type: 'TOKEN', token: 't', hide_billing: true }));
    expect(await answer).toEqual({ token: 't', hidesBilling: true });
  });

  it('B118: waits two seconds and goes on with none', async () => {
    const { answer } = asking();
    let ended = false;
    void answer.then(() => (ended = true));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ token: '', hidesBilling: false });
  });

  it('believes nobody else', async () => {
    const { answer, say } = asking(() => false);
    say(JSON.stringify({ type: 'TOKEN', token: 'of a stranger' }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await answer).token).toBe('');
  });
});

it('reads an answer as text and as it is, and nothing else', () => {
  expect(readAnswer({ type: 'TOKEN', token: 't' })).toEqual({ token: 't', hidesBilling: false });
  expect(readAnswer('{"type":"TOKEN"}')).toEqual({ token: '', hidesBilling: false });
  expect(readAnswer({ type: 'TOKEN', token: 5, hide_billing: 'yes' })).toEqual({ token: '', hidesBilling: false });
  for (const other of ['{', 'x', null, 5, { type: 'GET_TOKEN' }]) expect(readAnswer(other)).toBeUndefined();
});

describe('the way to the phone app', () => {
  const view = (extra: object = {}) => {
    const self = { origin: 'https://app.example', ...extra } as unknown as Window;
    return Object.assign(self, { parent: (extra as { parent?: Window }).parent ?? self });
  };

  it('is the web view’s own, answered by a message of the page itself', () => {
    const sent: string[] = [];
    const here = view({ ReactNativeWebView: { postMessage: (message: string) => sent.push(message) } });
    const bridge = getBridge(here, undefined);
    bridge?.send('x');
    expect(sent).toEqual(['x']);
    expect(bridge?.isFrom({ source: here, origin: 'https://app.example' })).toBe(true);
    expect(bridge?.isFrom({ source: view(), origin: 'https://evil.example' })).toBe(false);
  });

  it('is the window around, only where the server named it', () => {
    const sent: [string, string][] = [];
    const parent = { postMessage: (message: string, to: string) => sent.push([message, to]) } as unknown as Window;
    expect(getBridge(view({ parent }), undefined)).toBeUndefined();
    expect(getBridge(view(), HOST)).toBeUndefined();
    const bridge = getBridge(view({ parent }), HOST);
    bridge?.send('x');
    expect(sent).toEqual([['x', HOST]]);
    expect(bridge?.isFrom({ source: parent, origin: HOST })).toBe(true);
    expect(bridge?.isFrom({ source: parent, origin: 'https://evil.example' })).toBe(false);
  });
});
