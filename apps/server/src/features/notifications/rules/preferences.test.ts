import { NOTIFICATION_KIND_NAMES } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { getAllowedKinds, getBadge, getKindsForChannel, isWanted } from './preferences.ts';

describe('the badge', () => {
  it.each([
    [0, false, '1'],
    [0, true, null],
    [5, false, '5'],
    [99, true, '99'],
    [100, true, '99+'],
    [100, false, '99+'],
  ] as const)('B072, B073: of %i unread, bell opened before: %s, says %s', (total, opened, badge) => {
    expect(getBadge(total, opened)).toBe(badge);
  });
});

describe('who is told of what', () => {
  it('goes by what a role may see', () => {
    expect(getAllowedKinds({ role: 'owner' })).toEqual(NOTIFICATION_KIND_NAMES);
    expect(getAllowedKinds({ role: 'lister' })).not.toContain('order_received');
    expect(getAllowedKinds({ role: 'lister' })).toContain('push_failed');
    expect(getAllowedKinds({ role: 'viewer' })).toContain('order_received');
    expect(getAllowedKinds({ role: 'viewer' })).not.toContain('wallet_low');
  });

  it('goes by what a token was given', () => {
    expect(getAllowedKinds({ role: 'owner', scopes: ['notifications.read', 'stores.read'] })).toEqual([
      'store_reconnect',
      'store_disconnected',
      'supplier_reconnect',
      'access_ends',
      'order_unread',
    ]);
  });

  it('shows everything in the app and mails what cannot wait, until somebody chooses', () => {
    expect(isWanted([], 'order_received', 'app')).toBe(true);
    expect(isWanted([], 'order_received', 'mail')).toBe(false);
    expect(isWanted([], 'store_reconnect', 'mail')).toBe(true);
    const chosen = [
      { kind: 'store_reconnect', way: 'mail', wanted: false },
      { kind: 'order_received', way: 'mail', wanted: true },
    ];
    const mailed = getKindsForChannel({ role: 'owner' }, chosen, 'mail');
    expect(mailed).toContain('order_received');
    expect(mailed).not.toContain('store_reconnect');
    expect(getKindsForChannel({ role: 'owner' }, chosen, 'app')).toEqual(NOTIFICATION_KIND_NAMES);
  });
});
