import { describe, expect, it } from 'vitest';
import { forgetfulStorage, standaloneSession } from '../../lib/session.ts';
import { embeddedSession, frameQuery, wrapperSession } from './session-ports.ts';

const SHOP = 'north-pier.myshopify.com';
const silent = { token: '', hidesBilling: false };

describe('where a session is kept', () => {
  it('B045, B464: is session storage in a shop’s admin, and no cookie', () => {
    const jar = { cookie: '' };
    const [local, tab] = [forgetfulStorage(), forgetfulStorage()];
    const standalone = standaloneSession(jar, local, false);
    standalone.write('token', 'of the other mode');
    const port = embeddedSession(tab, SHOP, new URLSearchParams());
    expect(port.read('token')).toBeUndefined();
    port.write('token', 'mine');
    port.write('store', 's1');
    expect(port.read('token')).toBe('mine');
    expect(standalone.read('token')).toBe('of the other mode');
    expect(jar.cookie).not.toContain('mine');
    expect(local.length).toBe(0);
    port.write('token', undefined);
    expect(port.read('token')).toBeUndefined();
  });

  it('is a place of its own for each shop of a tab', () => {
    const tab = forgetfulStorage();
    const one = embeddedSession(tab, SHOP, new URLSearchParams());
    const other = embeddedSession(tab, 'quay-co.myshopify.com', new URLSearchParams());
    one.write('token', 'mine');
    expect(other.read('token')).toBeUndefined();
  });

  it('follows the phone app: its token leads, else that of this view', () => {
    const tab = forgetfulStorage();
    const query = new URLSearchParams();
    wrapperSession(tab, silent, query, () => undefined).write('token', 'signed in here');
    expect(wrapperSession(tab, silent, query, () => undefined).read('token')).toBe('signed in here');
    const told = wrapperSession(tab, { token: 'of the app', hidesBilling: true }, query, () => undefined);
    expect(told.read('token')).toBe('of the app');
    expect(told.hidesBilling).toBe(true);
  });
});

describe('a phone app whose token has ended', () => {
  it('is not believed again in this view, so that a sign-in here stays', () => {
    const tab = forgetfulStorage();
    const open = (token: string) =>
      wrapperSession(tab, { token, hidesBilling: false }, new URLSearchParams(), () => undefined);
    const first = open('ended');
    expect(first.read('token')).toBe('ended');
    // The server refused it: whatever ends a session forgets its token.
    first.write('token', undefined);
    first.write('token', 'signed in here');
    expect(open('ended').read('token')).toBe('signed in here');
    // A new one leads again.
    expect(open('renewed').read('token')).toBe('renewed');
  });

  it('stays signed out after a sign-out in this view', () => {
    const tab = forgetfulStorage();
    const open = () =>
      wrapperSession(tab, { token: 'of the app', hidesBilling: false }, new URLSearchParams(), () => undefined);
    open().write('token', undefined);
    expect(open().read('token')).toBeUndefined();
  });
});

describe('the address of a frame', () => {
  it('keeps what says how it is shown, and nothing that is secret or used up', () => {
    const search = `?embedded=1&shop=${SHOP}&host=aG9zdA&locale=de&hmac=ff&id_token=secret&session=s&timestamp=1&tab=open`;
    const { foreign, kept } = frameQuery(search);
    expect(Object.fromEntries(kept)).toEqual({ embedded: '1', shop: SHOP, host: 'aG9zdA', locale: 'de' });
    expect(foreign).toEqual(expect.arrayContaining(['id_token', 'hmac', 'session', 'timestamp', 'shop']));
    expect(foreign).not.toContain('tab');
    const port = embeddedSession(forgetfulStorage(), SHOP, kept);
    expect(port.address?.('/login?next=%2Fapp')).toBe(
      `/login?next=%2Fapp&embedded=1&shop=${SHOP}&host=aG9zdA&locale=de`,
    );
  });
});
