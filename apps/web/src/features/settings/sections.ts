import { type LucideIcon, UserRound, Wallet } from 'lucide-react';

export interface Section {
  /** Its words are `settings:sections.<key>`. */
  key: 'account' | 'wallet';
  to: string;
  icon: LucideIcon;
  /** Only for the people who run this installation. */
  operatorsOnly?: boolean;
}

/** The sections of the settings, in their order. A feature adds its line here when its screen exists. */
export const SECTIONS: readonly Section[] = [
  { key: 'account', to: '/app/setting/account', icon: UserRound },
  { key: 'wallet', to: '/app/setting/wallet', icon: Wallet },
];
