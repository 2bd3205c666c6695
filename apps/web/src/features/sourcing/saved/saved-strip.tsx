import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyDrawer } from '../../../kit/lazy-drawer.tsx';
import { AllSaved } from './all-saved.tsx';
import { heldRoom } from './room.ts';
import classes from './saved.module.css';
import { SavedCard } from './saved-card.tsx';
import { newestSaved, SHOWN } from './saved-queries.ts';

/** Width of the drawer, in pixels. */
const DRAWER = 520;

/** Pages of products elsewhere that wait to be looked for at suppliers: the newest in a line, all of them in a drawer. */
export default function SavedStrip() {
  const { t } = useTranslation('saved');
  const { data } = useQuery(newestSaved());
  const [all, setAll] = useState(false);
  const total = data?.total;
  useEffect(() => {
    if (total !== undefined) heldRoom.set(total > 0);
  }, [total]);
  if (!data) return heldRoom.read() ? <div className={classes.room} /> : null;
  if (data.total === 0 && !all) return null;
  return (
    <section className={classes.strip} aria-label={t('title')}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('title')}</h2>
        {data.total > SHOWN ? (
          <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
            {t('all', { count: data.total })}
          </Button>
        ) : null}
      </div>
      <ul className={classes.row}>
        {data.items.map((page) => (
          <li key={page.id}>
            <SavedCard page={page} />
          </li>
        ))}
      </ul>
      <LazyDrawer open={all} onClose={() => setAll(false)} title={t('title')} width={DRAWER}>
        <AllSaved onFind={() => setAll(false)} />
      </LazyDrawer>
    </section>
  );
}
