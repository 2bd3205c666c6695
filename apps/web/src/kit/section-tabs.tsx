import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useScrollIntoView } from '../lib/use-scroll-into-view.ts';
import { findActiveSection } from './active-section.ts';
import classes from './section-tabs.module.css';

interface Props {
  /** Accessible name. */
  label: string;
  /** Panels of the page by the id of their element. */
  sections: readonly { id: string; label: string }[];
}

/** Pixels below the header in which a panel that begins there counts as reached. */
const REACH = 32;
/** A person scrolls: the tab that was clicked no longer decides. */
const SCROLLS = ['wheel', 'touchmove', 'keydown'] as const;

/** Tabs in a page's header that scroll to its panels and highlight the active one (panel R111). */
export function SectionTabs({ label, sections }: Props) {
  const nav = useRef<HTMLElement>(null);
  const [reached, setReached] = useState<string>();
  const [clicked, setClicked] = useState<string>();
  const ids = sections.map((section) => section.id).join(' ');
  const active = clicked ?? reached ?? sections[0]?.id;
  useScrollIntoView(nav, '[aria-current]', active);
  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = 0;
      const panels = ids.split(' ').flatMap((id) => {
        const panel = document.getElementById(id);
        return panel ? [{ id, top: panel.getBoundingClientRect().top }] : [];
      });
      setReached(findActiveSection(panels, (nav.current?.getBoundingClientRect().bottom ?? 0) + REACH));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(read);
    };
    const release = () => setClicked(undefined);
    read();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    for (const kind of SCROLLS) addEventListener(kind, release, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
      for (const kind of SCROLLS) removeEventListener(kind, release);
    };
  }, [ids]);

  function open(event: MouseEvent, id: string): void {
    const panel = document.getElementById(id);
    if (!panel) return;
    event.preventDefault();
    setClicked(id);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    panel.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' });
    panel.tabIndex = -1;
    panel.focus({ preventScroll: true });
  }

  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#${section.id}`}
          className={classes.tab}
          aria-current={section.id === active ? 'location' : undefined}
          onClick={(event) => open(event, section.id)}
        >
          {section.label}
        </a>
      ))}
    </nav>
  );
}
