import { Button } from '@mantine/core';
import type { SuspendedAccess } from '@quayside/contracts';
import { Factory, type LucideIcon, Store, UserRound, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SettingButtons, SettingRow } from '../../kit/setting-card.tsx';
import { useFormats } from '../../lib/use-formats.ts';

const ICONS: Record<SuspendedAccess['kind'], LucideIcon> = {
  store: Store,
  supplier: Factory,
  member: UserRound,
  webhook: Webhook,
};

/** A webhook has no name of its own; its address is too long for one. */
export const getName = (item: SuspendedAccess, webhook: string): string => item.name || webhook;

interface Props {
  item: SuspendedAccess;
  onConfirm(): Promise<void>;
  onRemove(): void;
}

/** One suspended thing: what it is, who added it and when, and the two ways out. */
export function SuspendedRow({ item, onConfirm, onRemove }: Props) {
  const { t } = useTranslation(['suspensions', 'common']);
  const { dateTime } = useFormats();
  const [busy, setBusy] = useState(false);
  const Icon = ICONS[item.kind];
  const name = getName(item, t('kind.webhook'));
  const added =
    item.added_by === null
      ? t('added', { when: dateTime(item.added_at) })
      : t('addedBy', { who: item.added_by, when: dateTime(item.added_at) });
  return (
    <SettingRow
      picture={<Icon size={18} strokeWidth={1.75} aria-hidden />}
      name={name}
      note={
        <>
          {[item.name ? t(`kind.${item.kind}`) : '', item.role ? t(`common:role.${item.role}`) : '']
            .filter(Boolean)
            .map((part) => `${part}${item.detail ? ' · ' : ''}`)
            .join('')}
          {item.detail ? <bdi dir="ltr">{item.detail}</bdi> : null} {item.is_sandbox ? <SandboxTag /> : null}
          <br />
          {added}
        </>
      }
    >
      <SettingButtons>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          aria-label={t('confirmOne', { name })}
          onClick={() => {
            setBusy(true);
            // The toast has said why.
            void onConfirm()
              .catch(() => undefined)
              .finally(() => setBusy(false));
          }}
        >
          {t('confirm')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          disabled={busy}
          aria-label={t('removeOne', { name })}
          onClick={onRemove}
        >
          {t('remove.verb')}
        </Button>
      </SettingButtons>
    </SettingRow>
  );
}
