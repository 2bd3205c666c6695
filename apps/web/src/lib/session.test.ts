import { describe, expect, it } from 'vitest';
import { forgetfulStorage, standaloneSession } from './session.ts';

/** A document with a browser's cookie semantics: one assignment sets one cookie. */
function cookieJar() {
  const jar = new Map<string, string>();
  let lastFlags = '';
  return {
    get flags() {
      return lastFlags;
    },
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [pair = '', ...flags] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      lastFlags = flags.join('; ');
      if (lastFlags.includes('max-age=0')) jar.delete(name);
      else jar.set(name, value);
    },
  };
}

describe('standalone session', () => {
  it('B045, B046: keeps the token in a cookie of 180 days and the rest in local storage', () => {
    const document = cookieJar();
    const storage = forgetfulStorage();
    const port = standaloneSession(document, storage, true);
    port.write('token', 'a b=c');
    port.write('store', 's1');
    expect(document.flags).toContain(`max-age=${180 * 24 * 3600}`);
    expect(document.flags).toContain('secure');
    expect(port.read('token')).toBe('a b=c');
    expect(storage.getItem('quayside.store')).toBe('s1');
    expect(port.read('workplace')).toBeUndefined();
  });
  it('does not take another cookie with a similar name for its own', () => {
    const document = cookieJar();
    document.cookie = 'x_quayside_token=other';
    expect(standaloneSession(document, forgetfulStorage(), false).read('token')).toBeUndefined();
  });
});
