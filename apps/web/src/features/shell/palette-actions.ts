import type { Permission } from '@quayside/contracts/permissions.ts';
import { Cable, KeyRound, type LucideIcon, Send, UserPlus, Wallet } from 'lucide-react';
import type { ScreenPath } from '../../lib/screen-path.ts';

/** Something that the command palette does on another screen. */
export interface PaletteAction {
  /** Its label is `palette:actions.<key>`. */
  key: 'connectStore' | 'placeOrders' | 'topUp' | 'invite' | 'createToken';
  icon: LucideIcon;
  to: ScreenPath;
  search?: Record<string, string>;
  needs: Permission;
  /** Left out where a platform's admin or a phone app hides billing. */
  isBilling?: boolean;
}

/** The actions of the command palette, in their order. */
const PALETTE_ACTIONS: readonly PaletteAction[] = [
  { key: 'connectStore', icon: Cable, to: '/app/channel', search: { connect: '1' }, needs: 'stores.connect' },
  {
    key: 'placeOrders',
    icon: Send,
    to: '/app/orders',
    search: { placement: 'ready', period: 'all' },
    needs: 'orders.pay',
  },
  { key: 'topUp', icon: Wallet, to: '/app/setting/wallet', needs: 'wallet.topup', isBilling: true },
  { key: 'invite', icon: UserPlus, to: '/app/setting/team', search: { invite: '1' }, needs: 'team.change' },
  {
    key: 'createToken',
    icon: KeyRound,
    to: '/app/setting/api-tokens',
    search: { create: '1' },
    needs: 'tokens.change',
  },
];

/** The actions that this person may use. */
export const actionsFor = (may: (needs: Permission) => boolean, hidesBilling: boolean): PaletteAction[] =>
  PALETTE_ACTIONS.filter((action) => may(action.needs) && !(action.isBilling && hidesBilling));

/** Whether every word of a search occurs in a label. */
export function matchesWords(label: string, words: string): boolean {
  const text = label.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
