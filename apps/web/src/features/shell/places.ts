import type { Permission } from '@quayside/contracts/permissions.ts';
import {
  Bell,
  Boxes,
  Cable,
  House,
  Inbox,
  type LucideIcon,
  Mails,
  PackageSearch,
  ReceiptText,
  Settings,
  TriangleAlert,
  Undo2,
  Warehouse,
} from 'lucide-react';
import type { ScreenPath } from '../../lib/screen-path.ts';

/** Badges that the navigation can show, from the counts of the server. */
export type BadgeKey = 'unpushed' | 'pushed' | 'orders';

type Key =
  | 'home'
  | 'find'
  | 'imports'
  | 'center'
  | 'orders'
  | 'channels'
  | 'notifications'
  | 'settings'
  | 'warehouse'
  | 'outbox'
  | 'refunds'
  | 'jobs';

export interface NavigationEntry {
  key: Key;
  to: ScreenPath;
  icon: LucideIcon;
  badge?: BadgeKey;
  /** Keys after each other that lead there: `g h`. */
  keys: string;
  /** No line at the side: rules B026 and B453. */
  hiddenAtSide?: boolean;
  /** At the side all the same inside a shop's admin, where nothing on top leads there. */
  shownInAdmin?: boolean;
  /** The place that is marked as current instead, where this one has no line of its own. */
  within?: Key;
  /** Also active below these paths. */
  also?: readonly string[];
  /** Only for the people who run this installation. */
  operatorsOnly?: boolean;
  /** Only for who may do this in the workspace. */
  needs?: Permission;
  /** One of the tabs at the bottom of a phone; its short word is `tabs.<key>`. */
  tab?: 'home' | 'find' | 'center' | 'orders';
}

/** The places of the navigation, in their order. A feature adds its line when its screen exists. */
export const PLACES: readonly NavigationEntry[] = [
  { key: 'home', to: '/app', icon: House, keys: 'g h', tab: 'home', hiddenAtSide: true, shownInAdmin: true },
  {
    key: 'find',
    to: '/app/find-product',
    icon: PackageSearch,
    keys: 'g f',
    tab: 'find',
    also: ['/app/catalog'],
  },
  {
    key: 'imports',
    to: '/app/products-import',
    icon: Inbox,
    badge: 'unpushed',
    keys: 'g i',
    hiddenAtSide: true,
    within: 'center',
  },
  {
    key: 'center',
    to: '/app/products-center',
    icon: Boxes,
    badge: 'pushed',
    keys: 'g p',
    also: ['/app/products', '/app/inventory'],
    tab: 'center',
  },
  {
    key: 'orders',
    to: '/app/orders',
    icon: ReceiptText,
    needs: 'orders.read',
    badge: 'orders',
    keys: 'g o',
    tab: 'orders',
  },
  { key: 'channels', to: '/app/channel', icon: Cable, keys: 'g c' },
  {
    key: 'notifications',
    to: '/app/notifications',
    icon: Bell,
    keys: 'g n',
    hiddenAtSide: true,
    shownInAdmin: true,
    also: ['/app/recent-notification'],
  },
  { key: 'warehouse', to: '/app/warehouse', icon: Warehouse, keys: 'g w', operatorsOnly: true },
  { key: 'refunds', to: '/app/pending-refunds', icon: Undo2, keys: 'g r', operatorsOnly: true },
  { key: 'outbox', to: '/app/outbox', icon: Mails, keys: 'g m', operatorsOnly: true },
  { key: 'jobs', to: '/app/jobs', icon: TriangleAlert, keys: 'g j', operatorsOnly: true },
  { key: 'settings', to: '/app/setting/account', icon: Settings, keys: 'g s', also: ['/app/setting'] },
];

/** Whether a place is the one that a path belongs to: the place with the longest matching beginning. */
export function activePlace(path: string): NavigationEntry['key'] | undefined {
  let found: NavigationEntry | undefined;
  let length = -1;
  for (const place of PLACES) {
    for (const start of [place.to, ...(place.also ?? [])]) {
      const matches =
        start === '/app' ? path === '/app' || path === '/app/' : path === start || path.startsWith(`${start}/`);
      if (matches && start.length > length) {
        found = place;
        length = start.length;
      }
    }
  }
  return found?.key;
}

/** The place to mark as current in the navigation: a place without a line there counts as the one it belongs to. */
export function markedPlace(path: string): NavigationEntry['key'] | undefined {
  const active = activePlace(path);
  return PLACES.find((place) => place.key === active)?.within ?? active;
}
