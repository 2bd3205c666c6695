import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingForm } from '../../kit/setting-card.tsx';
import { StoreLimit } from '../../kit/store-limit.tsx';
import type { Team } from './team.ts';

type Role = Team['roles'][number];

interface Props {
  roles: readonly Role[];
  role: Role;
  onRole(role: Role): void;
  stores: string[] | null;
  onStores(stores: string[] | null): void;
  error(field: string): string | undefined;
}

/** Which role, and in which stores. */
export function RoleFields({ roles, role, onRole, stores, onStores, error }: Props) {
  const { t } = useTranslation(['team', 'common']);
  return (
    <>
      <Radio.Group label={t('role')} value={role} onChange={(next) => onRole(next as Role)} error={error('role')}>
        <div className={settingForm()}>
          {roles.map((one) => (
            <Radio key={one} value={one} label={t(`common:role.${one}`)} description={t(`roles.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <StoreLimit value={stores} onChange={onStores} error={error('store_ids')} />
    </>
  );
}
