import { expect, it } from 'vitest';
import { withCurrentSecret } from './current-secret.ts';

const app = { clientId: 'ours', clientSecret: 'new' };

it('goes on with the secret that our app has now', () => {
  const kept = { accessToken: 't', clientId: 'ours', clientSecret: 'old' };
  expect(withCurrentSecret(kept, app)).toEqual({ accessToken: 't', clientId: 'ours', clientSecret: 'new' });
});

it('leaves alone what belongs to another app, or to none', () => {
  const others: Record<string, string>[] = [
    { clientId: 'theirs', clientSecret: 'theirs' },
    { accessToken: 't' },
    { clientId: 'ours' },
  ];
  for (const kept of others) expect(withCurrentSecret(kept, app)).toEqual(kept);
  expect(withCurrentSecret({ clientId: 'ours', clientSecret: 'old' }, undefined)).toMatchObject({
    clientSecret: 'old',
  });
});
