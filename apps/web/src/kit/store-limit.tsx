import { Checkbox, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../lib/use-account.ts';

interface Props {
  /** null: every store. */
  value: readonly string[] | null;
  onChange(value: string[] | null): void;
  error?: string | undefined;
}

/** Selects all stores of the workspace or some of them. */
export function StoreLimit({ value, onChange, error }: Props) {
  const { t } = useTranslation('common');
  const { account, workplaceId } = useAccount();
  const stores = account?.linked_stores.filter((one) => one.workplace_id === workplaceId) ?? [];
  return (
    <Radio.Group
      label={t('stores.label')}
      value={value ? 'some' : 'all'}
      onChange={(next) => onChange(next === 'all' ? null : [])}
      error={error ?? (value?.length === 0 ? t('stores.choose') : undefined)}
    >
      <div style={{ display: 'grid', gap: 8, paddingBlock: 6 }}>
        <Radio value="all" label={t('stores.all')} />
        <Radio value="some" label={t('stores.some')} disabled={stores.length === 0} />
        {value ? (
          <div style={{ display: 'grid', gap: 8, paddingInlineStart: 28 }}>
            {stores.map((one) => (
              <Checkbox
                key={one.id}
                label={one.store_name || one.platform_domain}
                checked={value.includes(one.id)}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? [...value, one.id] : value.filter((id) => id !== one.id))
                }
              />
            ))}
          </div>
        ) : null}
      </div>
    </Radio.Group>
  );
}
