import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScreenPath } from '../lib/screen-path.ts';
import { useIsMobile } from '../lib/use-media.ts';
import classes from './section-links.module.css';

export interface SectionLink {
  key: string;
  to: ScreenPath;
  label: string;
  /** A secondary figure after the label. */
  note?: ReactNode;
}

interface Props {
  /** Accessible name of the group. */
  label: string;
  sections: readonly SectionLink[];
  active: string;
}

/** Links to the sections of an area, in the header of its screens. */
export function SectionLinks({ label, sections, active }: Props) {
  return (
    <nav className={classes.sections} aria-label={label}>
      {sections.map((section) => (
        <Link
          key={section.key}
          to={section.to}
          className={classes.section}
          data-active={section.key === active || undefined}
          aria-current={section.key === active ? 'page' : undefined}
        >
          {section.label}
          {section.note}
        </Link>
      ))}
    </nav>
  );
}

/** On phones: a row above the page. */
export function SectionLinksRow(props: Props) {
  return useIsMobile() ? (
    <div className={classes.row}>
      <SectionLinks {...props} />
    </div>
  ) : null;
}
