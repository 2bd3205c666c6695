import { PERMISSIONS, ROLES, rolesOf } from '@quayside/contracts/permissions.ts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SettingCard } from '../../kit/setting-card.tsx';
import classes from './role-table.module.css';

/** What each role may do: the table that the server enforces at every call. */
export function RoleTable() {
  const { t } = useTranslation(['team', 'common']);
  return (
    <SettingCard title={t('table.title')} note={t('table.note')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled by keyboard too */}
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('table.what')}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {t(`common:role.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PERMISSIONS.filter((one) => !one.startsWith('sandbox.')).map((one) => (
              <tr key={one}>
                <th scope="row">{t(`common:permission.${one.replace('.', '_') as 'orders_pay'}`)}</th>
                {ROLES.map((role) => (
                  <td key={role}>
                    {rolesOf(one).includes(role) ? (
                      <Check size={16} aria-label={t('table.may')} />
                    ) : (
                      <span className="visually-hidden">{t('table.mayNot')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SettingCard>
  );
}
