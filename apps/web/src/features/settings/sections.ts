import type { Permission } from '@quayside/contracts/permissions.ts';
import {
  Bell,
  Building2,
  Copy,
  FileText,
  KeyRound,
  type LucideIcon,
  Package,
  PackageCheck,
  PackageOpen,
  PenLine,
  Puzzle,
  Radar,
  Replace,
  Rss,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  Tags,
  Truck,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react';
import type { ScreenPath } from '../../lib/screen-path.ts';
import type { SessionPort } from '../../lib/session.ts';

export interface Section {
  /** Its words are `settings:sections.<key>`. */
  key:
    | 'account'
    | 'workspace'
    | 'team'
    | 'suspended'
    | 'audit'
    | 'tokens'
    | 'orderPlacement'
    | 'guards'
    | 'feeds'
    | 'fulfillment'
    | 'product'
    | 'sellingPrice'
    | 'monitoring'
    | 'documents'
    | 'orderTracking'
    | 'returns'
    | 'wallet'
    | 'notification'
    | 'migrate'
    | 'extension'
    | 'aiWriting'
    | 'productCopy'
    | 'privacy';
  to: ScreenPath;
  icon: LucideIcon;
  /** Only for the people who run this installation. */
  operatorsOnly?: boolean;
  /** Only where the app is open on its own: neither in a shop's admin nor in a phone app. */
  aloneOnly?: boolean;
  /** Only for who may do this in the workspace. */
  needs?: Permission;
  /** Only while access in the person's own workspaces is suspended. */
  suspendedOnly?: boolean;
  /** Stands below the others, under the heading `settings:groups.<group>`. */
  group?: 'integrations';
}

/** The sections of the settings, in their order. A feature adds its line here when its screen exists. */
export const SECTIONS: readonly Section[] = [
  { key: 'suspended', to: '/app/setting/suspended', icon: ShieldAlert, suspendedOnly: true },
  { key: 'account', to: '/app/setting/account', icon: UserRound },
  { key: 'workspace', to: '/app/setting/workspace', icon: Building2 },
  { key: 'team', to: '/app/setting/team', icon: Users, needs: 'team.read' },
  { key: 'orderPlacement', to: '/app/setting/order/order-placement', icon: Truck, needs: 'orders.read' },
  { key: 'guards', to: '/app/setting/order/guards', icon: ShieldQuestion, needs: 'orders.read' },
  { key: 'fulfillment', to: '/app/setting/quayside-fulfillment', icon: PackageCheck, needs: 'orders.read' },
  { key: 'product', to: '/app/setting/product', icon: Package, needs: 'products.read' },
  { key: 'sellingPrice', to: '/app/setting/selling-price', icon: Tags, needs: 'products.read' },
  { key: 'feeds', to: '/app/setting/product-feeds', icon: Rss, needs: 'products.read' },
  { key: 'monitoring', to: '/app/setting/monitoring', icon: Radar, needs: 'products.read' },
  { key: 'documents', to: '/app/setting/documents', icon: FileText, needs: 'orders.read' },
  { key: 'orderTracking', to: '/app/setting/order-tracking', icon: Truck, needs: 'orders.read' },
  { key: 'returns', to: '/app/setting/returns', icon: PackageOpen, needs: 'orders.read' },
  { key: 'wallet', to: '/app/setting/wallet', icon: Wallet, needs: 'wallet.read' },
  { key: 'notification', to: '/app/setting/notification', icon: Bell, needs: 'notifications.read' },
  { key: 'migrate', to: '/app/setting/migrate', icon: Replace, needs: 'stores.connect' },
  { key: 'extension', to: '/app/setting/extension', icon: Puzzle, aloneOnly: true },
  { key: 'tokens', to: '/app/setting/api-tokens', icon: KeyRound, needs: 'tokens.read' },
  { key: 'audit', to: '/app/setting/audit', icon: ScrollText, needs: 'audit.read' },
  { key: 'privacy', to: '/app/setting/privacy', icon: ShieldCheck, needs: 'privacy.read' },
  {
    key: 'aiWriting',
    to: '/app/setting/integration/ai-writing',
    icon: PenLine,
    needs: 'products.read',
    group: 'integrations',
  },
  {
    key: 'productCopy',
    to: '/app/setting/integration/product-copy',
    icon: Copy,
    needs: 'products.read',
    group: 'integrations',
  },
];

interface Person {
  isOperator: boolean;
  /** He has a store that is active. */
  hasShop: boolean;
  /** Access in their workspaces waits for their review. */
  hasSuspended?: boolean;
  /** How the app is shown. */
  mode: SessionPort['mode'];
  may(needs: Permission): boolean;
}

/** The sections that a person finds; the integrations are there for who has a shop (rule B108). */
export const sectionsFor = ({ isOperator, hasShop, hasSuspended = false, mode, may }: Person): Section[] =>
  SECTIONS.filter(
    (section) =>
      (!section.operatorsOnly || isOperator) &&
      (!section.suspendedOnly || hasSuspended) &&
      (!section.aloneOnly || mode === 'standalone') &&
      (!section.needs || may(section.needs)) &&
      (section.group !== 'integrations' || hasShop),
  );
