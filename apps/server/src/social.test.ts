import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { socialProviders } from './social.ts';

const sandbox = { baseUrl: 'http://127.0.0.1:9', client: { clientId: 'c', clientSecret: 's' } };
const idsOf = (env: Record<string, string>, world?: typeof sandbox) =>
  Object.values(socialProviders(readConfig(env, [], '/tmp'), world)).map(({ realm }) => realm);

describe('who people can sign in with', () => {
  it('is nobody where nobody is set', () => {
    expect(idsOf({})).toEqual([]);
  });

  it('is who is set, at the real address, also beside the sandbox', () => {
    const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(idsOf(env, sandbox)).toEqual(['google', 'facebook:sandbox']);
    const { google } = socialProviders(readConfig(env, [], '/tmp'), sandbox);
    expect(google).toMatchObject({ isSandbox: false, tokenUrl: 'https://oauth2.googleapis.com/token' });
  });

  it("offers the sandbox's stand-ins, in which everybody can be anybody, on this machine alone", () => {
    expect(idsOf({}, sandbox)).toEqual(['google:sandbox', 'facebook:sandbox']);
    expect(idsOf({ APP_URL: 'https://quay.example.com' }, sandbox)).toEqual([]);
    expect(idsOf({ HOST: '0.0.0.0', QUAYSIDE_SANDBOX: 'on' }, sandbox)).toEqual([]);
  });

  it('refuses half a setting with one sentence', () => {
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' }, [], '/tmp')).toThrow(/must be set together/);
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.com' }, [], '/tmp')).toThrow(/must be set together/);
    const bad = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Quayside\r\nBcc: all@example.com' };
    expect(() => readConfig(bad, [], '/tmp')).toThrow(/^MAIL_FROM is not valid/);
  });
});
