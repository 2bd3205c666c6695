import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isolated } from '../isolated.ts';
import classes from './bulk.module.css';
import { refusedQuery } from './bulk-queries.ts';

/** Products that couldn't be pushed to a store, each with the reason. */
export function RefusedProducts({ batchId, refused }: { batchId: string; refused: number }) {
  const { t } = useTranslation('bulkPush');
  const { data } = useQuery({ ...refusedQuery(batchId, refused), enabled: refused > 0 });
  if (refused === 0) return null;
  return (
    <section className={classes.block} aria-label={t('refused', { count: refused })}>
      <h3 className={classes.label}>{t('refused', { count: refused })}</h3>
      <Reasons
        items={data?.items.map(({ product_id, title, problem }) => ({ id: product_id, title, text: problem.text }))}
      />
    </section>
  );
}

/** The heading counts all of them. */
const MOST_SHOWN = 20;

/** The first products that were left out, each with the reason. */
export function Reasons({
  items = [],
}: {
  items?: readonly { id: string; title: string; text: string }[] | undefined;
}) {
  return (
    <ul className={classes.reasons}>
      {items.slice(0, MOST_SHOWN).map((item) => (
        <li key={item.id}>
          <span>{isolated(item.title)}</span>
          <span className={classes.note}>{item.text}</span>
        </li>
      ))}
    </ul>
  );
}
