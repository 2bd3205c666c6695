import { Button } from '@mantine/core';
import { getRoles, PERMISSIONS, ROLES } from '@quayside/contracts/permissions.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingTag } from '../../kit/setting-card.tsx';
import { useIsMobile } from '../../lib/use-media.ts';
import classes from './role-table.module.css';

const SHOWN = PERMISSIONS.filter((one) => !one.startsWith('sandbox.'));

/** What each role may do, once it is opened: the table that the server enforces at every call. On a phone each line names the roles that may. */
export function RoleTable() {
  const { t } = useTranslation(['team', 'common']);
  const mobile = useIsMobile();
  const [open, setOpen] = useState(false);
  const words = (one: (typeof SHOWN)[number]) => t(`common:permission.${one.replace('.', '_') as 'orders_pay'}`);
  return (
    <SettingCard title={t('table.title')} note={t('table.note')}>
      <Button
        variant="default"
        size="xs"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        style={{ justifySelf: 'start' }}
      >
        {open ? t('table.hide') : t('table.show')}
      </Button>
      {!open ? null : mobile ? (
        <ul>
          {SHOWN.map((one) => (
            <li key={one} className={classes.line}>
              <span>{words(one)}</span>
              <span className={classes.roles}>
                {getRoles(one).map((role) => (
                  <SettingTag key={role}>{t(`common:role.${role}`)}</SettingTag>
                ))}
              </span>
            </li>
          ))}
        </ul>
      ) : (
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
            {SHOWN.map((one) => (
              <tr key={one}>
                <th scope="row">{words(one)}</th>
                {ROLES.map((role) => (
                  <td key={role}>
                    {getRoles(one).includes(role) ? (
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
      )}
    </SettingCard>
  );
}
