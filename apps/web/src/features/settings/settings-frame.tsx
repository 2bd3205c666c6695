import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useScrollIntoView } from '../../lib/use-scroll-into-view.ts';
import type { Section } from './sections.ts';
import classes from './settings-frame.module.css';
import { useSections } from './use-sections.ts';

/** The settings: their sections at the side (on top where it is narrow), and the chosen one beside them. */
export default function SettingsFrame() {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const integrations = useId();
  const sections = useSections();
  // Some of them come when it is known who asks.
  useScrollIntoView(nav, '[aria-current=page]', `${pathname} ${sections.length}`);
  const groups = Map.groupBy(sections, (section) => section.group);
  const grouped = groups.get('integrations') ?? [];
  return (
    <div className={classes.frame}>
      <nav ref={nav} className={classes.sections} aria-label={t('title')}>
        <Links sections={groups.get(undefined) ?? []} />
        {grouped.length > 0 ? (
          <>
            <span id={integrations} className={classes.group}>
              {t('groups.integrations')}
            </span>
            <Links sections={grouped} labelledBy={integrations} />
          </>
        ) : null}
      </nav>
      <div className={classes.section}>
        <Outlet />
      </div>
    </div>
  );
}

function Links({ sections, labelledBy }: { sections: readonly Section[]; labelledBy?: string }) {
  const { t } = useTranslation('settings');
  return (
    <ul className={classes.list} aria-labelledby={labelledBy}>
      {sections.map((section) => (
        <li key={section.key}>
          <Link to={section.to} className={classes.link}>
            <section.icon size={16} strokeWidth={1.75} aria-hidden />
            {t(`sections.${section.key}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
