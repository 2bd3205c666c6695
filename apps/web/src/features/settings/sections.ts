import type { Permission } from '@quayside/contracts/permissions.ts';
import { Building2, type LucideIcon, UserRound, Wallet } from 'lucide-react';

export interface Section {
  /** Its words are `settings:sections.<key>`. */
  key: 'account' | 'workspace' | 'wallet';
  to: string;
  icon: LucideIcon;
  /** Only for the people who run this installation. */
  operatorsOnly?: boolean;
  /** Only for who may do this in the workspace. */
  needs?: Permission;
}

/** The sections of the settings, in their order. A feature adds its line here when its screen exists. */
export const SECTIONS: readonly Section[] = [
  { key: 'account', to: '/app/setting/account', icon: UserRound },
  { key: 'workspace', to: '/app/setting/workspace', icon: Building2 },
  { key: 'wallet', to: '/app/setting/wallet', icon: Wallet, needs: 'wallet.read' },
];
