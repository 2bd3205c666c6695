import { ActionIcon, Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from './menu.tsx';

export interface StateAction {
  key: string;
  /** A verb, with the amount when money moves. */
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  /** Starts a section of the menu with this heading. */
  section?: string;
  /** Why it is disabled. Leave out actions that the state does not allow at all. */
  disabled?: string;
  /** The button shows progress while this promise is pending. */
  run(): unknown;
}

interface Props {
  /** Actions that the state allows, the main one first. */
  actions: readonly StateAction[];
  /** Number of actions shown as buttons; the rest go into the menu. */
  shown?: number;
  size?: 'xs' | 'sm';
}

/** Actions for an item in its state: the main one as a button, the others in a menu. */
export function StateActions({ actions, shown = 1, size = 'sm' }: Props) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState<string>();
  async function run(action: StateAction): Promise<void> {
    setBusy(action.key);
    try {
      await action.run();
    } finally {
      setBusy(undefined);
    }
  }
  const usable = actions.filter((action) => !action.disabled && !action.danger);
  const buttons = usable.slice(0, shown);
  const rest = actions.filter((action) => !buttons.includes(action));
  return (
    <>
      {buttons.map((action, index) => (
        <Button
          key={action.key}
          size={size}
          variant={index === 0 ? 'filled' : 'default'}
          leftSection={action.icon ? <action.icon size={16} aria-hidden /> : undefined}
          loading={busy === action.key}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 ? (
        <Menu
          label={t('more')}
          align="end"
          trigger={(props) => (
            <ActionIcon aria-label={t('more')} size={size === 'xs' ? 28 : 'md'} {...props}>
              <MoreHorizontal size={18} aria-hidden />
            </ActionIcon>
          )}
          items={rest.map((action) => ({ ...action, run: () => void run(action) }))}
        />
      ) : null}
    </>
  );
}
