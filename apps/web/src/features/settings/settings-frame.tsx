import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../lib/use-account.ts';
import { useInSight } from '../../lib/use-in-sight.ts';
import { useMay } from '../../lib/use-may.ts';
import { SECTIONS } from './sections.ts';
import classes from './settings-frame.module.css';

/** The settings: their sections at the side (on top where it is narrow), and the chosen one beside them. */
export default function SettingsFrame() {
  const { t } = useTranslation('settings');
  const { account } = useAccount();
  const { may } = useMay();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useInSight(nav, '[aria-current=page]', pathname);
  const sections = SECTIONS.filter(
    (section) => (!section.operatorsOnly || account?.is_operator) && (!section.needs || may(section.needs)),
  );
  return (
    <div className={classes.frame}>
      <nav ref={nav} className={classes.sections} aria-label={t('title')}>
        <ul className={classes.list}>
          {sections.map((section) => (
            <li key={section.key}>
              <Link to={section.to as '/app'} className={classes.link}>
                <section.icon size={16} strokeWidth={1.75} aria-hidden />
                {t(`sections.${section.key}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.section}>
        <Outlet />
      </div>
    </div>
  );
}
